package io.azulejo.query;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Which cells of a sparse array are to be deleted: those that meet a condition, and no others.
 *
 * <p>What is stored of a deletion is which cells stay, and a cell of which the format cannot say
 * that would be deleted with them: one that is null in a field that the condition looks at, or one
 * of a fragment that was written before there was such a field. A deletion that could take such
 * cells along is refused, unless that is accepted here, field by field. Cells that are NaN stay,
 * unless there are more kinds of NaN than can be listed. Immutable.
 */
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
   * The same request, which also deletes cells that are null in one of these fields, unless the
   * rest of the condition keeps them. Replaces the fields given before.
   */
  public DeleteRequest alsoNulls(String... fields) {
    return new DeleteRequest(condition, Set.copyOf(List.of(fields)), missing, nan);
  }

  /**
   * The same request, which also deletes cells of fragments that were written before one of these
   * fields was added. Replaces the fields given before.
   */
  public DeleteRequest alsoMissing(String... fields) {
    return new DeleteRequest(condition, nulls, Set.copyOf(List.of(fields)), nan);
  }

  /**
   * The same request, which also deletes cells that are NaN in one of these fields, where it is
   * compared by less or greater. Replaces the fields given before.
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
