/** Runnable programs, one idea each; the README's main job is {@code Quickstart}. */
@NullMarked
package io.dorischangelog.examples;

import org.jspecify.annotations.NullMarked;
