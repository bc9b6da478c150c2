package io.azulejo.query;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a read: a request for the rows of the part, on the snapshot that it was made for; see
 * {@code Read.splits}. Sizes are estimated from the tables of fragments. Immutable.
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
   * Returns a split. The methods of the same names return the parameters; reads use only the
   * request.
   */
  public static Split of(ReadRequest request, long cells, long storedBytes, long decodedBytes) {
    return new Split(request, cells, storedBytes, decodedBytes);
  }

  /** Returns this split with another request for the same cells, such as one with fewer fields. */
  public Split withRequest(ReadRequest other) {
    return new Split(other, cells, storedBytes, decodedBytes);
  }

  /** Returns the request for the cells of this split. */
  public ReadRequest request() {
    return request;
  }

  /**
   * Returns about how many cells the split has before conditions are tested. If only the written
   * cells of a dense array are read, it is their number, or more if fragments overlap.
   */
  public long cells() {
    return cells;
  }

  /** Returns about how many bytes the read fetches. */
  public long storedBytes() {
    return storedBytes;
  }

  /** Returns about how many bytes the fields of the result have for these cells. */
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

  /** Returns the sizes, such as {@code 1000 cells, 4096 bytes stored, 8000 bytes decoded}. */
  @Override
  public String toString() {
    return "%d cells, %d bytes stored, %d bytes decoded"
        .formatted(cells, storedBytes, decodedBytes);
  }
}
