package io.azulejo.query;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The cells of a sparse array to delete: those that meet a condition, and no others.
 *
 * <p>The fast way stores the condition and reads no cells. A stored condition says which cells
 * stay, and the format cannot say that for some of them: cells that are null in a field of the
 * condition, and cells of fragments that were written before the field was added. Where such cells
 * could be deleted, too, the cells that meet the condition are found and deleted one by one, which
 * takes a read. Accept that such cells are deleted, field by field, to delete the fast way anyway.
 * Immutable.
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

  /** A request to delete the cells that meet a condition. */
  public static DeleteRequest where(Condition condition) {
    return new DeleteRequest(condition, Set.of(), Set.of(), Set.of());
  }

  /**
   * The same request, which may also delete cells that are null in one of these fields, unless the
   * rest of the condition keeps them: a stored condition deletes them. Replaces the fields given
   * before.
   */
  public DeleteRequest alsoNulls(String... fields) {
    return new DeleteRequest(condition, Set.copyOf(List.of(fields)), missing, nan);
  }

  /**
   * The same request, which may also delete cells of fragments that were written before one of
   * these fields was added: a stored condition deletes them. Replaces the fields given before.
   */
  public DeleteRequest alsoMissing(String... fields) {
    return new DeleteRequest(condition, nulls, Set.copyOf(List.of(fields)), nan);
  }

  /**
   * The same request, which may also delete cells that are NaN in one of these fields, where it is
   * compared by less or greater: a stored condition deletes them. Replaces the fields given before.
   */
  public DeleteRequest alsoNaN(String... fields) {
    return new DeleteRequest(condition, nulls, missing, Set.copyOf(List.of(fields)));
  }

  /** What cells have to meet to be deleted. */
  public Condition condition() {
    return condition;
  }

  /** The fields of which cells with null may be deleted with the others. */
  public Set<String> nulls() {
    return nulls;
  }

  /** The fields of which cells of older fragments, which lack them, may be deleted too. */
  public Set<String> missing() {
    return missing;
  }

  /** The fields of which cells with NaN may be deleted with the others. */
  public Set<String> nan() {
    return nan;
  }
}
