package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link ReadRequest}, batch by batch. For one thread at a time, but any thread may
 * close it. Users do not implement it.
 *
 * <p>From the second batch on, the next batch is prefetched while the caller works on the current
 * one.
 *
 * <p>A read ends early if it is closed, if the thread that waits for it is interrupted, or if the
 * {@link ReadRequest#timeout timeout} is over. Fetches and decodes in progress finish first, so
 * that no thread still works on them when {@link #next} returns. However a read ends, it then holds
 * neither memory nor files.
 */
public interface BatchReader extends AutoCloseable, Iterable<Batch> {
  /**
   * Returns the next cells, or null at the end. The caller owns the batch, which stays valid after
   * the reader is closed, unless it is {@linkplain #recycle recycled}. The engine's memory budget
   * limits the size of a batch.
   *
   * @throws io.azulejo.error.CancelledException if the reader is closed meanwhile, or the thread is
   *     interrupted before or meanwhile (the interrupt status stays set)
   * @throws io.azulejo.error.ReadTimeoutException if the timeout is over
   * @throws InvalidRequestException if the reader was closed or has failed before
   */
  @Nullable Batch next();

  /**
   * Returns a batch to the engine once nobody uses it any more; later reads reuse its arrays. This
   * saves allocations in loops over many batches or reads, and is optional. Any thread may call it,
   * also after the reader is closed. The batch's columns and arrays change from then on.
   *
   * @throws InvalidRequestException if the batch is not from this reader, or was recycled before
   */
  void recycle(Batch batch);

  /**
   * Returns the remaining batches. A reader that has returned its last batch or has failed need not
   * be closed. If a loop may end earlier, put it in a try statement that closes the reader.
   */
  @Override
  default Iterator<Batch> iterator() {
    return new BatchIterator(this::next);
  }

  /** Returns the remaining batches as a stream; closing the stream closes this reader. */
  default Stream<Batch> stream() {
    Spliterator<Batch> batches =
        Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL);
    return StreamSupport.stream(batches, false).onClose(this::close);
  }

  /** Returns the cost of the read so far. Any thread may call it at any time. */
  ReadStats stats();

  /**
   * Ends the read, and waits until the prefetch of batches has stopped. If another thread is
   * waiting for a batch, it gets a {@link io.azulejo.error.CancelledException}; this method does
   * not wait for that thread. Closing again does nothing.
   */
  @Override
  void close();
}
