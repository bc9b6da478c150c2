package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Layout;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Describes a write: the part of the array, the order of the cells, and the size of fragments.
 * Immutable, and reusable for several writes and arrays.
 */
@CheckReturnValue
public final class WriteRequest {
  /**
   * Cells in the default order: row-major in the domain of a dense array, any order in a sparse
   * array.
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

  /** Returns the order of the cells; empty for the default of the array's type. */
  public Optional<Layout> layout() {
    return Optional.ofNullable(settings.layout);
  }

  /** Returns the part of a dense array to write; {@link Subarray#ALL} for its whole domain. */
  public Subarray subarray() {
    return settings.subarray;
  }

  /**
   * Returns the treatment of cells with equal coordinates in a sparse array without duplicates, or
   * in a dense array with cells in any order.
   */
  public DuplicatePolicy duplicates() {
    return settings.duplicates;
  }

  /**
   * Returns the treatment of missing cells if the cells of a dense array come in any order with
   * their coordinates. Empty if they come in a fixed order without coordinates.
   */
  public Optional<MissingCells> missing() {
    return Optional.ofNullable(settings.missing);
  }

  /** Returns whether cells in any order fill one box, rather than whole tiles. */
  public boolean isBox() {
    return settings.box;
  }

  /**
   * Returns the maximum size of a fragment's data files in bytes, which only a single larger tile
   * exceeds; {@link Long#MAX_VALUE} for one fragment.
   */
  public long maxFragmentSize() {
    return settings.maxFragmentSize;
  }

  /**
   * Returns the listener for the bytes of data files written so far; {@link Progress#NONE} by
   * default.
   */
  public Progress progress() {
    return settings.progress;
  }

  /**
   * Sets the order of the cells:
   *
   * <ul>
   *   <li>dense arrays: row-major (default) or column-major order of the subarray, or the array's
   *       global order, if the subarray consists of whole tiles
   *   <li>dense arrays whose cells have coordinates ({@link #missing}): unordered
   *   <li>sparse arrays: unordered (default), or the array's global order, which is checked
   * </ul>
   */
  public WriteRequest layout(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.layout = order);
  }

  /**
   * Sets the part of a dense array to write: one range for each dimension, or none for the whole
   * domain. All its cells are required, unless cells come in any order ({@link #missing}).
   */
  public WriteRequest subarray(Subarray part) {
    Objects.requireNonNull(part, "part");
    return with(changed -> changed.subarray = part);
  }

  /**
   * Sets the treatment of cells with equal coordinates in a sparse array without duplicates, or in
   * a dense array with cells in any order. Default: {@link DuplicatePolicy#REFUSE}.
   */
  public WriteRequest duplicates(DuplicatePolicy rule) {
    Objects.requireNonNull(rule, "rule");
    return with(changed -> changed.duplicates = rule);
  }

  /**
   * Lets the cells of a dense array come in any order: batches have a column for each attribute and
   * each dimension. Every tile with a written cell is written as a whole, within the subarray. Each
   * box of such tiles becomes a fragment. The layout is unset, or {@link Layout#UNORDERED}.
   *
   * @param rule the treatment of the missing cells of these tiles
   */
  public WriteRequest missing(MissingCells rule) {
    Objects.requireNonNull(rule, "rule");
    return missing(rule, false);
  }

  /**
   * Lets the cells come in any order as {@link #missing(MissingCells)} does, but they fill one box
   * instead of their tiles. In each dimension the box spans the range of the subarray, or without a
   * range the least to the greatest coordinate. Without cells, nothing is written.
   *
   * @param rule the treatment of the missing cells of the box
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
   * Sets the maximum size of a fragment's data files in bytes. A new fragment starts at the tile
   * that would exceed it. All fragments of a write are committed at once. Default: one fragment.
   *
   * @throws InvalidRequestException if the number is less than 1
   */
  public WriteRequest maxFragmentSize(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException(
          "maximum fragment size of " + bytes + " bytes is too small (minimum: 1)");
    }
    return with(changed -> changed.maxFragmentSize = bytes);
  }

  /**
   * Sets the listener for the bytes of data files written so far. Default: {@link Progress#NONE}.
   */
  public WriteRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** The settings of a request; they change only until the request is created. */
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
