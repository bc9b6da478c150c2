package io.azulejo.query;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One part of a split read; see {@code Read.splits}. Its request selects the cells of this part,
 * and must be used with the snapshot for which it was created. The sizes are estimates from
 * fragment metadata. Immutable.
 */
public final class Split {
  private final ReadRequest request;
  private final long cells;
  private final long storedBytes;
  private final long decodedBytes;

  private Split(ReadRequest request, long cells, long storedBytes, long decodedBytes) {
    this.request = Objects.requireNonNull(request, "request");
    this.cells = cells;
    this.storedBytes = storedBytes;
    this.decodedBytes = decodedBytes;
  }

  /**
   * Creates a split. A read uses only the request; the sizes help the caller to schedule reads.
   *
   * @param request the request that reads exactly the cells of this split
   * @param cells the estimated number of cells; see {@link #cells()}
   * @param storedBytes the estimated size of the data to fetch, in bytes
   * @param decodedBytes the estimated size of the result, in bytes
   */
  public static Split of(ReadRequest request, long cells, long storedBytes, long decodedBytes) {
    return new Split(request, cells, storedBytes, decodedBytes);
  }

  /**
   * Returns a copy of this split with another request for the same cells, such as a request with
   * fewer fields. The sizes stay unchanged.
   */
  public Split withRequest(ReadRequest other) {
    return new Split(other, cells, storedBytes, decodedBytes);
  }

  /** Returns the request for the cells of this split. */
  public ReadRequest request() {
    return request;
  }

  /**
   * Returns the estimated number of cells in this split, before conditions are tested. If a read of
   * a dense array returns only written cells, this is the number of these cells. Where fragments
   * overlap, cells may be counted several times.
   */
  public long cells() {
    return cells;
  }

  /** Returns the estimated number of bytes that the read fetches. */
  public long storedBytes() {
    return storedBytes;
  }

  /** Returns the estimated size of the result's fields for these cells, in bytes. */
  public long decodedBytes() {
    return decodedBytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Split that
        && request.equals(that.request)
        && cells == that.cells
        && storedBytes == that.storedBytes
        && decodedBytes == that.decodedBytes;
  }

  @Override
  public int hashCode() {
    return Objects.hash(request, cells, storedBytes, decodedBytes);
  }

  /**
   * Returns the sizes as text, such as {@code 1000 cells, 4096 bytes stored, 8000 bytes decoded}.
   */
  @Override
  public String toString() {
    return "%d cells, %d bytes stored, %d bytes decoded"
        .formatted(cells, storedBytes, decodedBytes);
  }
}
