package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link ReadRequest}, batch after batch. For one thread at a time, but any thread
 * may close it. Users do not implement it.
 *
 * <p>From the second batch on, the next one is read while the caller works on the one before.
 *
 * <p>A read ends before its last batch when it is closed, when the thread that waits for it is
 * interrupted, or when the {@link ReadRequest#timeout timeout} is over. What is being fetched or
 * decoded at that moment is finished first, so that no thread works on it any more when {@link
 * #next} returns. A read that has ended, in whatever way, holds no memory and no file.
 */
public interface BatchReader extends AutoCloseable, Iterable<Batch> {
  /**
   * The next cells; null at the end. The batch is the caller's and stays valid whatever happens to
   * the reader, unless it is {@link #recycle given back}. Its cells and their bytes are bounded by
   * the memory budget of the engine.
   *
   * @throws io.azulejo.error.CancelledException if it is closed meanwhile, or if the thread is
   *     interrupted, before or meanwhile (it stays so)
   * @throws io.azulejo.error.ReadTimeoutException if the timeout is over
   * @throws InvalidRequestException if it was closed or has failed before
   */
  @Nullable Batch next();

  /**
   * Gives a batch back that nobody uses any more: its arrays are filled again by later reads of the
   * same engine, which then need no new ones. A loop over many batches, or over many reads, is so
   * spared allocation; batches that are not given back are simply garbage one day. Any thread may
   * do it, also when the reader is closed. Columns and arrays of the batch change from then on.
   *
   * @throws InvalidRequestException if this reader did not deliver it, or it was given back before
   */
  void recycle(Batch batch);

  /**
   * Returns the batches that are left. A reader that has delivered its last batch or has failed
   * holds nothing and need not be closed; a loop that may end earlier should be in a try statement
   * that closes the reader.
   */
  @Override
  default Iterator<Batch> iterator() {
    return new BatchIterator(this::next);
  }

  /** Returns the batches that are left as a stream; closing it closes this reader. */
  default Stream<Batch> stream() {
    Spliterator<Batch> batches =
        Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL);
    return StreamSupport.stream(batches, false).onClose(this::close);
  }

  /** What the read has cost so far; any thread may ask, at any time. */
  ReadStats stats();

  /**
   * Ends the read, and waits until no batch is read ahead any more. Where another thread waits for
   * a batch, that one gets a {@link io.azulejo.error.CancelledException}; this does not wait for
   * it. Closing again does nothing.
   */
  @Override
  void close();
}
