package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link ReadRequest}, batch by batch. Only one thread at a time may read, but any
 * thread may close the reader. Azulejo implements this interface; user code should not.
 *
 * <p>Starting with the second batch, the engine prefetches the next batch while the caller works on
 * the current one.
 *
 * <p>A read ends early if it is closed, if the thread that waits for it is interrupted, or if its
 * {@link ReadRequest#timeout timeout} is exceeded. Requests and decoding that are in progress
 * finish first. When {@link #next} returns or throws, no thread works for an ended read any more,
 * and the reader holds neither memory nor open files.
 */
public interface BatchReader extends AutoCloseable, Iterable<Batch> {
  /**
   * Returns the next batch, or null after the last one. The caller owns the batch. It stays valid
   * after the reader is closed, unless the caller {@linkplain #recycle recycles} it. The engine's
   * memory budget limits the size of a batch.
   *
   * @throws io.azulejo.error.CancelledException if the reader is closed during the call, or if the
   *     thread was interrupted before or during the call (its interrupt status stays set)
   * @throws io.azulejo.error.ReadTimeoutException if the timeout is exceeded
   * @throws InvalidRequestException if the reader was closed before, an earlier call failed, or
   *     another thread is in this method
   */
  @Nullable Batch next();

  /**
   * Gives a batch back to the engine, so that later reads can reuse its arrays. This is optional,
   * and saves allocations in loops over many batches or reads. Any thread may call this method,
   * even after the reader is closed. Afterwards, the contents of the batch's columns and arrays may
   * change, so no code may use them any more.
   *
   * @param batch a batch that {@link #next} returned
   * @throws InvalidRequestException if the batch is not from this reader, or was recycled before
   */
  void recycle(Batch batch);

  /**
   * Returns an iterator over the remaining batches. A reader that has returned its last batch or
   * has failed need not be closed. If a loop can end earlier, use try-with-resources to close the
   * reader.
   */
  @Override
  default Iterator<Batch> iterator() {
    return new BatchIterator(this::next);
  }

  /** Returns a stream of the remaining batches. Closing the stream closes this reader. */
  default Stream<Batch> stream() {
    Spliterator<Batch> batches =
        Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL);
    return StreamSupport.stream(batches, false).onClose(this::close);
  }

  /** Returns the cost of the read so far. Any thread may call this method at any time. */
  ReadStats stats();

  /**
   * Ends the read, and waits until prefetching has stopped. If another thread is waiting in {@link
   * #next}, that thread gets a {@link io.azulejo.error.CancelledException}; this method does not
   * wait for it. Closing a closed reader does nothing.
   */
  @Override
  void close();
}
