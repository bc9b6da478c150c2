package io.azulejo.query;

/**
 * The answer to a {@link ReadRequest}, batch after batch. For one thread at a time; not for you to
 * implement. Closing it early stops the work and frees what it holds.
 */
public interface BatchReader extends AutoCloseable {
  /**
   * The next cells; null at the end. The batch is the caller's and stays valid whatever happens to
   * the reader. Its cells and their bytes are bounded by the memory budget of the engine.
   */
  Batch next();

  @Override
  void close();
}
