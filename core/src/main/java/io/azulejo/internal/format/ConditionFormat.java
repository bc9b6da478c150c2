package io.azulejo.internal.format;

import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.format.ConditionNode.Combined;
import io.azulejo.internal.format.ConditionNode.Comparison;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes and decodes a {@link ConditionNode} inside the generic tile of a deletion file. The
 * stored condition selects the cells to keep, so it is the negation of the user's condition. Each
 * node begins with its kind.
 */
public final class ConditionFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "delete condition";

  private static final int COMBINED = 0;
  private static final int COMPARISON = 1;
  private static final int DEEPEST = 500;

  private static final Codes<Operator> OPERATORS =
      Codes.<Operator>of("comparison operator")
          .with(0, Operator.LT)
          .with(1, Operator.LE)
          .with(2, Operator.GT)
          .with(3, Operator.GE)
          .with(4, Operator.EQ)
          .with(5, Operator.NE)
          .with(6, Operator.IN)
          .with(7, Operator.NOT_IN)
          .with(253, Operator.ALWAYS_TRUE)
          .with(254, Operator.ALWAYS_FALSE);
  private static final Codes<Combination> COMBINATIONS =
      Codes.byOrdinal("logical operator", Combination.class);

  private ConditionFormat() {}

  /**
   * Decodes the unfiltered content of a deletion file.
   *
   * @param version the format version of the file
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static ConditionNode decode(Slice content, FormatVersion version) {
    return WireReader.decode(STRUCTURE, version, content, ConditionFormat::transfer);
  }

  /** Encodes the unfiltered content of a deletion file. */
  public static Slice encode(ConditionNode node, FormatVersion version) {
    return WireWriter.encode(STRUCTURE, version, ConditionFormat::transfer, node);
  }

  static ConditionNode transfer(Wire wire, ConditionNode node) {
    return transfer(wire, node, 0);
  }

  private static ConditionNode transfer(Wire wire, ConditionNode node, int depth) {
    int kind = wire.u8("kind", node, n -> n instanceof Comparison ? COMPARISON : COMBINED);
    wire.check(kind <= COMPARISON, "kind", "%d is neither 0 nor 1", kind);
    wire.check(depth < DEEPEST, "kind", "conditions are nested more than %d levels deep", DEEPEST);
    if (kind == COMPARISON) {
      return comparison(wire, (Comparison) node);
    }
    Combined combined = (Combined) node;
    Combination combination =
        wire.code("combination", COMBINATIONS, combined, Combined::combination);
    List<ConditionNode> children =
        wire.list64("children", (w, n) -> transfer(w, n, depth + 1), combined, Combined::children);
    return new Combined(combination, children);
  }

  private static Comparison comparison(Wire wire, Comparison node) {
    Operator operator = wire.code("operator", OPERATORS, node, Comparison::operator);
    String field = wire.string32("field", node, Comparison::field);
    Slice value = wire.bytes64("value", node, Comparison::value);
    if (!operator.isSet()) {
      return new Comparison(operator, field, value, List.of());
    }
    return new Comparison(operator, field, value, offsets(wire, value, node));
  }

  private static List<Long> offsets(Wire wire, Slice value, Comparison node) {
    long size = wire.count64("offsets_size", node, n -> (long) n.offsets().size() * Long.BYTES);
    wire.check(size % Long.BYTES == 0, "offsets_size", "%d is not a multiple of 8", size);
    long[] stored =
        wire.longs(
            "offsets",
            size / Long.BYTES,
            node,
            n -> n.offsets().stream().mapToLong(Long::longValue).toArray());
    List<Long> offsets = new ArrayList<>();
    long min = 0;
    for (long offset : stored) {
      wire.check(
          offset >= min && offset <= value.length(),
          "offsets",
          "%d is not within %d..%d",
          offset,
          min,
          value.length());
      offsets.add(offset);
      min = offset;
    }
    return offsets;
  }
}
