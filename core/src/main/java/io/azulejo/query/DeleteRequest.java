package io.azulejo.query;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A request to delete the cells of a sparse array that meet a condition. Immutable.
 *
 * <p>The fast way to delete is to store the condition in the array, without reading any cells. But
 * by the rules of the format, a stored condition also deletes some cells that do not meet it:
 *
 * <ul>
 *   <li>cells that are null in a field of the condition
 *   <li>cells of fragments that were written before a field of the condition was added
 *   <li>cells that are NaN in a field that the condition compares by order (less or greater)
 * </ul>
 *
 * <p>If the array may contain such cells, the engine does not store the condition. It reads the
 * cells that meet the condition, and deletes them one by one. To store the condition nevertheless,
 * which is faster, name the fields for which such cells may be deleted, too: {@link #alsoNulls},
 * {@link #alsoMissing} and {@link #alsoNaN}.
 */
@CheckReturnValue
public final class DeleteRequest {
  private final Condition condition;
  private final Set<String> nulls;
  private final Set<String> missing;
  private final Set<String> nan;

  private DeleteRequest(
      Condition condition, Set<String> nulls, Set<String> missing, Set<String> nan) {
    this.condition = Objects.requireNonNull(condition, "condition");
    this.nulls = nulls;
    this.missing = missing;
    this.nan = nan;
  }

  /** Creates a request to delete the cells that meet a condition, and no other cells. */
  public static DeleteRequest where(Condition condition) {
    return new DeleteRequest(condition, Set.of(), Set.of(), Set.of());
  }

  /**
   * Returns a copy of this request that may also delete cells that are null in one of these fields.
   * A stored condition deletes them, unless another part of the condition excludes them.
   *
   * @param fields the names of fields; they replace the names given before
   */
  public DeleteRequest alsoNulls(String... fields) {
    return new DeleteRequest(condition, Set.copyOf(List.of(fields)), missing, nan);
  }

  /**
   * Returns a copy of this request that may also delete cells of fragments that were written before
   * one of these fields was added. A stored condition deletes them.
   *
   * @param fields the names of fields; they replace the names given before
   */
  public DeleteRequest alsoMissing(String... fields) {
    return new DeleteRequest(condition, nulls, Set.copyOf(List.of(fields)), nan);
  }

  /**
   * Returns a copy of this request that may also delete cells that are NaN in one of these fields.
   * A stored condition deletes them if it compares the field by order (less or greater).
   *
   * @param fields the names of fields; they replace the names given before
   */
  public DeleteRequest alsoNaN(String... fields) {
    return new DeleteRequest(condition, nulls, missing, Set.copyOf(List.of(fields)));
  }

  /** Returns the condition that cells to delete meet. */
  public Condition condition() {
    return condition;
  }

  /** Returns the names of the fields whose null cells may be deleted, too. */
  public Set<String> nulls() {
    return nulls;
  }

  /**
   * Returns the names of the fields that older fragments may lack, and whose cells in these
   * fragments may be deleted, too.
   */
  public Set<String> missing() {
    return missing;
  }

  /** Returns the names of the fields whose NaN cells may be deleted, too. */
  public Set<String> nan() {
    return nan;
  }
}
