package io.azulejo.query;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Which cells of a sparse array are to be deleted: those that meet a condition, and no others.
 *
 * <p>What is stored of a deletion is which cells stay, and a cell of which the format cannot say
 * that would go unseen: one that is null in a field that the condition looks at, or one of a
 * fragment that was written before there was such a field. A deletion that could take such cells
 * along is refused, unless that is accepted here, field by field. Cells that are NaN stay, unless
 * there are more kinds of NaN than can be listed. Immutable.
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

  /** The cells that meet a condition. */
  public static DeleteRequest where(Condition condition) {
    return new DeleteRequest(condition, Set.of(), Set.of(), Set.of());
  }

  /**
   * The same, accepting that cells go too which are null in one of these fields, whenever the rest
   * of the condition does not keep them.
   */
  public DeleteRequest alsoNulls(String... fields) {
    return new DeleteRequest(condition, Set.copyOf(List.of(fields)), missing, nan);
  }

  /**
   * The same, accepting that cells of fragments go too which were written without one of these
   * fields.
   */
  public DeleteRequest alsoMissing(String... fields) {
    return new DeleteRequest(condition, nulls, Set.copyOf(List.of(fields)), nan);
  }

  /**
   * The same, accepting that cells go too which are NaN in one of these fields where that is
   * compared by less or greater.
   */
  public DeleteRequest alsoNaN(String... fields) {
    return new DeleteRequest(condition, nulls, missing, Set.copyOf(List.of(fields)));
  }

  /** The condition. */
  public Condition condition() {
    return condition;
  }

  /** The fields whose nulls may go too. */
  public Set<String> nulls() {
    return nulls;
  }

  /** The fields without which cells may go too. */
  public Set<String> missing() {
    return missing;
  }

  /** The fields whose NaN may go too. */
  public Set<String> nan() {
    return nan;
  }
}
