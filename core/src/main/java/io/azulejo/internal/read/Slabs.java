package io.azulejo.internal.read;

/** Cuts a read into slabs that fit in memory, in the order of the answer. */
interface Slabs {
  /** Whether there is more to be read. */
  boolean hasNext();

  /**
   * The next slab.
   *
   * @param bytes what it may take, if it can be cut so small
   */
  Slab next(long bytes);
}
