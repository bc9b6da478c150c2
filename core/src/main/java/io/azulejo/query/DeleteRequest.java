package io.azulejo.query;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Deletes the cells of a sparse array that meet a condition, and no other cells. Immutable.
 *
 * <p>The fast way stores the condition in the array and reads no cells. But a stored condition says
 * which cells stay, and with it the format also deletes cells that do not meet the condition:
 *
 * <ul>
 *   <li>cells that are null in a field of the condition
 *   <li>cells of fragments that were written before the field was added
 *   <li>cells that are NaN in a field that is compared by less or greater
 * </ul>
 *
 * <p>If such cells could be deleted, the engine finds the cells that meet the condition with a
 * read, and deletes them one by one. To delete the fast way anyway, accept the loss of such cells
 * field by field.
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

  /** Returns a request to delete the cells that meet a condition. */
  public static DeleteRequest where(Condition condition) {
    return new DeleteRequest(condition, Set.of(), Set.of(), Set.of());
  }

  /**
   * Also allows deleting cells that are null in one of these fields, unless the rest of the
   * condition keeps them: a stored condition deletes them. Replaces the fields given before.
   */
  public DeleteRequest alsoNulls(String... fields) {
    return new DeleteRequest(condition, Set.copyOf(List.of(fields)), missing, nan);
  }

  /**
   * Also allows deleting cells of fragments that were written before one of these fields was added:
   * a stored condition deletes them. Replaces the fields given before.
   */
  public DeleteRequest alsoMissing(String... fields) {
    return new DeleteRequest(condition, nulls, Set.copyOf(List.of(fields)), nan);
  }

  /**
   * Also allows deleting cells that are NaN in one of these fields if it is compared by less or
   * greater: a stored condition deletes them. Replaces the fields given before.
   */
  public DeleteRequest alsoNaN(String... fields) {
    return new DeleteRequest(condition, nulls, missing, Set.copyOf(List.of(fields)));
  }

  /** Returns the condition of the cells to delete. */
  public Condition condition() {
    return condition;
  }

  /** Returns the fields whose null cells may be deleted, too. */
  public Set<String> nulls() {
    return nulls;
  }

  /** Returns the fields whose cells may be deleted, too, in older fragments that lack the field. */
  public Set<String> missing() {
    return missing;
  }

  /** Returns the fields whose NaN cells may be deleted, too. */
  public Set<String> nan() {
    return nan;
  }
}
