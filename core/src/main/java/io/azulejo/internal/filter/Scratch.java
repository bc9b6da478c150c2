package io.azulejo.internal.filter;

/**
 * What a worker keeps between tiles so that nothing is made anew for each: buffers and compression
 * contexts. For one thread at a time.
 */
public final class Scratch implements AutoCloseable {
  @Override
  public void close() {}
}
