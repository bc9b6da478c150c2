package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Layout;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A description of a write: the part of the array, the order of the cells, and the size of
 * fragments. Immutable; the same request can be used for several writes and arrays.
 *
 * <p>Each setter returns a changed copy.
 */
@CheckReturnValue
public final class WriteRequest {
  /**
   * Writes cells in the default order: row-major order of the whole domain for a dense array, any
   * order for a sparse array.
   */
  public static final WriteRequest DEFAULT = new WriteRequest(new Settings());

  private final Settings settings;

  private WriteRequest(Settings settings) {
    this.settings = settings;
  }

  private WriteRequest with(Consumer<Settings> change) {
    Settings changed = new Settings(settings);
    change.accept(changed);
    return new WriteRequest(changed);
  }

  /** Returns the order of the cells; empty for the default order of a dense or sparse array. */
  public Optional<Layout> layout() {
    return Optional.ofNullable(settings.layout);
  }

  /** Returns the part of a dense array to write; {@link Subarray#ALL} for the whole domain. */
  public Subarray subarray() {
    return settings.subarray;
  }

  /**
   * Returns the treatment of cells with equal coordinates; see {@link
   * #duplicates(DuplicatePolicy)}.
   */
  public DuplicatePolicy duplicates() {
    return settings.duplicates;
  }

  /**
   * Returns the treatment of missing cells if the cells of a dense array are written in any order,
   * with their coordinates. Empty if they are written in a fixed order, without coordinates.
   */
  public Optional<MissingCells> missing() {
    return Optional.ofNullable(settings.missing);
  }

  /** Returns whether the write fills one box instead of whole tiles; see {@link #missingInBox}. */
  public boolean isBox() {
    return settings.box;
  }

  /**
   * Returns the maximum size of a fragment's data files in bytes; {@link Long#MAX_VALUE} for no
   * maximum.
   */
  public long maxFragmentSize() {
    return settings.maxFragmentSize;
  }

  /**
   * Returns the listener for the number of bytes written to data files (default: {@link
   * Progress#NONE}).
   */
  public Progress progress() {
    return settings.progress;
  }

  /**
   * Sets the order in which the cells are written:
   *
   * <ul>
   *   <li>dense arrays: row-major order (default) or column-major order of the subarray, or the
   *       array's global order if the subarray consists of whole tiles
   *   <li>dense arrays whose cells have coordinates ({@link #missing}): unordered
   *   <li>sparse arrays: unordered (default), or the array's global order, which the write checks
   * </ul>
   */
  public WriteRequest layout(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.layout = order);
  }

  /**
   * Sets the part of a dense array to write (default: the whole domain). The write must contain
   * every cell of the part, unless {@link #missing} or {@link #missingInBox} allows gaps.
   *
   * @param part one range for each dimension, or {@link Subarray#ALL}
   */
  public WriteRequest subarray(Subarray part) {
    Objects.requireNonNull(part, "part");
    return with(changed -> changed.subarray = part);
  }

  /**
   * Sets the treatment of several cells with equal coordinates (default: {@link
   * DuplicatePolicy#REFUSE}). It applies to sparse arrays without duplicates, and to dense arrays
   * whose cells are written in any order.
   */
  public WriteRequest duplicates(DuplicatePolicy rule) {
    Objects.requireNonNull(rule, "rule");
    return with(changed -> changed.duplicates = rule);
  }

  /**
   * Allows the cells of a dense array to be written in any order. Each batch then has a column for
   * each dimension and each attribute. The write fills every tile that contains a written cell; if
   * the request has a subarray, it fills only the part of the tile within the subarray. These tiles
   * are divided into boxes, and each box becomes a fragment. The layout must not be set, or must be
   * {@link Layout#UNORDERED}.
   *
   * @param rule the treatment of cells in these tiles that are not written
   */
  public WriteRequest missing(MissingCells rule) {
    Objects.requireNonNull(rule, "rule");
    return missing(rule, false);
  }

  /**
   * Allows the cells of a dense array to be written in any order, as with {@link
   * #missing(MissingCells)}. But the write fills one box instead of whole tiles. In a dimension
   * with a range in the subarray, the box spans that range. In other dimensions, it spans the
   * written cells from the lowest to the highest coordinate. Without cells, nothing is written.
   *
   * @param rule the treatment of cells in the box that are not written
   */
  public WriteRequest missingInBox(MissingCells rule) {
    Objects.requireNonNull(rule, "rule");
    return missing(rule, true);
  }

  private WriteRequest missing(MissingCells rule, boolean box) {
    return with(
        changed -> {
          changed.missing = rule;
          changed.box = box;
        });
  }

  /**
   * Sets the maximum size of a fragment's data files (default: no maximum, and thus one fragment).
   * A new fragment starts at the tile that would exceed this size. A fragment contains at least one
   * tile. In a dense array, it contains at least one slab: all tiles at one position of the
   * dimension that varies slowest, such as a row of tiles. Only a fragment with a single tile or
   * slab can be larger. All fragments of a write are committed together.
   *
   * @param bytes the maximum size in bytes, at least 1
   * @throws InvalidRequestException if {@code bytes} is less than 1
   */
  public WriteRequest maxFragmentSize(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException(
          "maximum fragment size of " + bytes + " bytes is too small (minimum: 1)");
    }
    return with(changed -> changed.maxFragmentSize = bytes);
  }

  /**
   * Sets the listener for the number of bytes written to data files so far (default: {@link
   * Progress#NONE}). The total is unknown.
   */
  public WriteRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** The settings of a request. They do not change after the request's constructor. */
  private static final class Settings {
    @Nullable Layout layout;
    Subarray subarray = Subarray.ALL;
    DuplicatePolicy duplicates = DuplicatePolicy.REFUSE;
    @Nullable MissingCells missing;
    boolean box;
    long maxFragmentSize = Long.MAX_VALUE;
    Progress progress = Progress.NONE;

    Settings() {}

    Settings(Settings other) {
      layout = other.layout;
      subarray = other.subarray;
      duplicates = other.duplicates;
      missing = other.missing;
      box = other.box;
      maxFragmentSize = other.maxFragmentSize;
      progress = other.progress;
    }
  }
}
