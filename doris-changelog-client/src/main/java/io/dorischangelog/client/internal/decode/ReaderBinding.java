package io.dorischangelog.client.internal.decode;

import org.apache.arrow.vector.FieldVector;

/** Makes the reader of a vector, whose type was checked before. */
@FunctionalInterface
interface ReaderBinding {

  /** The reader of the vector as it is loaded now. */
  ColumnReader bind(FieldVector vector);
}
