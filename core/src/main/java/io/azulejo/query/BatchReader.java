package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
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
   * @throws InvalidRequestException if the reader was closed before, an earlier call failed,
   *     another thread is in this method, or the last {@linkplain #nextPage page} ended inside a
   *     batch
   */
  @Nullable Batch next();

  /**
   * Reads the next cells, as many as the limits allow. This is for callers with a fixed amount of
   * room, such as buffers or pages of an answer; the limits can change from page to page. A cell is
   * never divided. The next page starts where this one ends.
   *
   * <p>If the next cell alone exceeds a limit, the page has no cells, and {@link Page#limitedBy}
   * names the field. The cell is not lost: a page with higher limits begins with it.
   *
   * <p>The engine keeps the current batch until all of its cells are read, and then recycles it.
   *
   * @param consumer receives the cells of the page in one or more parts, in order, before this
   *     method returns. If it throws an exception, the next page begins with that part again
   * @throws io.azulejo.error.CancelledException if {@link #next} would throw it
   * @throws io.azulejo.error.ReadTimeoutException if the timeout is exceeded
   * @throws InvalidRequestException if {@link #next} would throw it, or if the limits name a field
   *     that the read does not select
   */
  Page nextPage(PageLimits limits, PartConsumer consumer);

  /** Receives cells of a page. */
  @FunctionalInterface
  interface PartConsumer {
    /**
     * Receives some cells: consecutive rows of a batch. Neither the batch nor its arrays may be
     * used after this method returns, because the engine reuses them.
     *
     * @param first the index of the first row
     * @param count the number of rows, at least 1
     */
    void accept(Batch batch, int first, int count);
  }

  /** What is known of a page after it was read. Azulejo implements this interface. */
  interface Page {
    /** Returns the number of cells; 0 if the next cell exceeds a limit, or at the end. */
    long cells();

    /** Returns whether the read has more cells after this page. */
    boolean hasMore();

    /**
     * Returns the field whose values did not leave room for the next cell. Empty if the page ends
     * at the limit of cells, or at the end of the read.
     */
    Optional<String> limitedBy();
  }

  /** The limits of a page. Immutable. */
  final class PageLimits {
    private final long cells;
    private final Map<String, Long> bytes;

    private PageLimits(long cells, Map<String, Long> bytes) {
      this.cells = cells;
      this.bytes = bytes;
    }

    /**
     * Returns a limit for the number of cells.
     *
     * @throws InvalidRequestException if the limit is negative
     */
    public static PageLimits of(long cells) {
      return of(cells, Map.of());
    }

    /**
     * Returns limits for the number of cells and for the values of fields. Offsets and validity
     * have a fixed size for each cell, so a limit for them is a limit for the number of cells.
     *
     * @param cells the maximum number of cells; {@link Long#MAX_VALUE} for no limit
     * @param bytes the maximum size of the values by field name, in bytes; other fields have no
     *     limit
     * @throws InvalidRequestException if a limit is negative
     */
    public static PageLimits of(long cells, Map<String, Long> bytes) {
      if (cells < 0) {
        throw negative("cells", cells);
      }
      bytes.forEach(
          (field, most) -> {
            if (most < 0) {
              throw negative("bytes of \"" + field + "\"", most);
            }
          });
      return new PageLimits(cells, Map.copyOf(bytes));
    }

    private static InvalidRequestException negative(String what, long limit) {
      return new InvalidRequestException(
          "the limit of a page is %d %s (minimum: 0)".formatted(limit, what));
    }

    /** Returns the maximum number of cells. */
    public long cells() {
      return cells;
    }

    /** Returns the maximum size of the values by field name, in bytes. */
    public Map<String, Long> bytes() {
      return bytes;
    }

    @Override
    public String toString() {
      return "%d cells, bytes %s".formatted(cells, bytes);
    }
  }

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
