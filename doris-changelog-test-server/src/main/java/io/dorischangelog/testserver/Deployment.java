package io.dorischangelog.testserver;

/** How the cluster stores its data, which decides how it waits for running transactions. */
public enum Deployment {
  /** Back ends own their tablets; a wait that times out is a plain error. */
  SHARED_NOTHING,
  /** Shared storage; a wait that times out is error 5101, an end in the future error 5100. */
  CLOUD
}
