package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Layout;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How cells are going to be written: which part of the array, in which order, into how large
 * fragments. Immutable; it can be used again, on other arrays too.
 */
@CheckReturnValue
public final class WriteRequest {
  /**
   * Cells as they come: a dense array's in row-major order of its domain, a sparse one's in any.
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

  /** The order in which the cells come; empty for the default of the array's type. */
  public Optional<Layout> layout() {
    return Optional.ofNullable(settings.layout);
  }

  /** The part of a dense array that is written; {@link Subarray#ALL} for its whole domain. */
  public Subarray subarray() {
    return settings.subarray;
  }

  /**
   * What is done with cells of the same coordinates in a sparse array without duplicates, or in a
   * dense one whose cells come in any order.
   */
  public DuplicatePolicy duplicates() {
    return settings.duplicates;
  }

  /**
   * Where the cells of a dense array come in any order, with their coordinates: what becomes of
   * those that do not come. Empty where cells come in an order, without coordinates.
   */
  public Optional<MissingCells> missing() {
    return Optional.ofNullable(settings.missing);
  }

  /** Returns whether cells that come in any order fill one box, rather than whole tiles. */
  public boolean isBox() {
    return settings.box;
  }

  /**
   * The bytes of data files that a fragment does not exceed, unless one tile does; {@link
   * Long#MAX_VALUE} for one fragment.
   */
  public long maxFragmentSize() {
    return settings.maxFragmentSize;
  }

  /** Called with the bytes of data files written so far; {@link Progress#NONE} by default. */
  public Progress progress() {
    return settings.progress;
  }

  /**
   * The order in which the cells come. Dense arrays: row-major (the default) or column-major of the
   * subarray, or the array's global order, whose subarray must be of whole tiles. Sparse arrays:
   * unordered (the default), or the array's global order, which is checked. Dense arrays whose
   * cells come with their coordinates ({@link #missing}): unordered.
   */
  public WriteRequest layout(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.layout = order);
  }

  /**
   * The part of a dense array that is written: one range for each dimension, or none for all of its
   * domain. Every cell of it has to come, unless cells come in any order ({@link #missing}).
   */
  public WriteRequest subarray(Subarray part) {
    Objects.requireNonNull(part, "part");
    return with(changed -> changed.subarray = part);
  }

  /**
   * What is done with cells of the same coordinates in a sparse array without duplicates, or in a
   * dense one whose cells come in any order; {@link DuplicatePolicy#REFUSE} by default.
   */
  public WriteRequest duplicates(DuplicatePolicy rule) {
    Objects.requireNonNull(rule, "rule");
    return with(changed -> changed.duplicates = rule);
  }

  /**
   * Lets the cells of a dense array come in any order: batches have a column for each attribute and
   * each dimension. Every tile that gets a cell is written as a whole, within the subarray, with
   * one fragment for each box of such tiles. The layout is unset, or {@link Layout#UNORDERED}.
   *
   * @param rule the treatment of the missing cells of these tiles
   */
  public WriteRequest missing(MissingCells rule) {
    Objects.requireNonNull(rule, "rule");
    return missing(rule, false);
  }

  /**
   * As {@link #missing(MissingCells)}, but the cells fill one box instead of the tiles that they
   * lie in: along each dimension the range of the subarray, or from the least to the greatest
   * coordinate if it has none there. If no cells come, nothing is written.
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
   * A new fragment begins at the tile with which the data files would exceed these bytes. All
   * fragments of a write become part of the array at once. By default there is one fragment.
   *
   * @throws InvalidRequestException if the number is less than 1
   */
  public WriteRequest maxFragmentSize(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException("fragments of at most " + bytes + " bytes: give 1 or more");
    }
    return with(changed -> changed.maxFragmentSize = bytes);
  }

  /** Called with the bytes of data files written so far; {@link Progress#NONE} by default. */
  public WriteRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** Changed only before the request that holds it is made. */
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
