package io.azulejo.internal.read.condition;

import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A test that involves calculations, patterns or several fields. It is false if one of its fields
 * is null. Known bounds cannot decide it, unless a field is missing or has only nulls.
 */
abstract class ExpressionPredicate extends CellPredicate {
  /** Relative cost, higher than for tests of a single field. */
  private static final int COST = 20;

  private int[] places = new int[0];

  /** Compares calculated values, which must be of one kind or both be numbers. */
  static CellPredicate of(CellValues left, Operator operator, CellValues right) {
    return new Values(left, operator, right);
  }

  /** Compares the strings of two fields by unsigned bytes. */
  static CellPredicate texts(OutputField left, Operator operator, OutputField right) {
    return new Texts(left, operator, right);
  }

  /** Tests whether the strings of a field match a pattern, or do not match if negated. */
  static CellPredicate like(OutputField field, LikePattern pattern, boolean negated) {
    return new Like(field, pattern, negated);
  }

  /** Adds the fields that are used to a list unless they are already there. */
  abstract void placeOwn(List<OutputField> fields);

  @Override
  final void place(List<OutputField> fields) {
    List<OutputField> own = new ArrayList<>();
    placeOwn(own);
    placeOwn(fields);
    places = own.stream().mapToInt(field -> field.placeIn(fields)).toArray();
  }

  @Override
  final Coverage outcome(FieldBounds[] bounds) {
    for (int place : places) {
      FieldBounds known = bounds[place];
      if (known != null && (known.lacking() || known.onlyNulls())) {
        return Coverage.NONE;
      }
    }
    return Coverage.SOME;
  }

  @Override
  final int cost() {
    return COST;
  }

  @Override
  final void narrow(ConditionColumns columns, int from, int count, byte[] mask, int at) {
    for (int place : places) {
      CellColumn column = columns.values()[place];
      if (column == null) {
        Masks.clear(mask, at, count);
        return;
      }
      byte[] present = columns.present() == null ? null : columns.present()[place];
      if (present != null) {
        Masks.keep(mask, at, present, from, count);
      }
      if (column.validity() != null) {
        Masks.keep(mask, at, column.validity(), from, count);
      }
    }
    if (!Masks.isClear(mask, at, count)) {
      narrowValues(columns, from, count, mask, at);
    }
  }

  /** Clears the mask of rows that fail. Rows with a missing value are already cleared. */
  abstract void narrowValues(ConditionColumns columns, int from, int count, byte[] mask, int at);

  /** Returns whether a comparison result satisfies an operator. */
  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case LESS_THAN -> order < 0;
      case LESS_THAN_OR_EQUAL -> order <= 0;
      case GREATER_THAN -> order > 0;
      case GREATER_THAN_OR_EQUAL -> order >= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
    };
  }

  private static final class Values extends ExpressionPredicate {
    private final CellValues left;
    private final Operator operator;
    private final CellValues right;

    Values(CellValues left, Operator operator, CellValues right) {
      this.left = left;
      this.operator = operator;
      this.right = right;
    }

    @Override
    void placeOwn(List<OutputField> fields) {
      left.place(fields);
      right.place(fields);
    }

    @Override
    void narrowValues(ConditionColumns columns, int from, int count, byte[] mask, int at) {
      if (left.kind() == CellValues.Kind.REAL || right.kind() == CellValues.Kind.REAL) {
        reals(columns, from, count, mask, at);
        return;
      }
      long[] first = new long[count];
      long[] second = new long[count];
      left.longs(columns, from, count, first);
      right.longs(columns, from, count, second);
      if (!left.kind().isNumber()) {
        TimeArithmetic.compare(left.unit(), first, right.unit(), second, count);
        for (int i = 0; i < count; i++) {
          if (first[i] == TimeArithmetic.NONE || !holds(operator, (int) first[i])) {
            mask[at + i] = 0;
          }
        }
        return;
      }
      boolean none = isPart(left) || isPart(right);
      boolean large = left.kind() == CellValues.Kind.UNSIGNED;
      boolean otherLarge = right.kind() == CellValues.Kind.UNSIGNED;
      for (int i = 0; i < count; i++) {
        long a = first[i];
        long b = second[i];
        int order;
        if (none && (a == TimeArithmetic.NONE || b == TimeArithmetic.NONE)) {
          mask[at + i] = 0;
          continue;
        }
        if ((large && a < 0) != (otherLarge && b < 0)) {
          order = large && a < 0 ? 1 : -1;
        } else {
          order = Long.compare(a, b);
        }
        if (!holds(operator, order)) {
          mask[at + i] = 0;
        }
      }
    }

    private static boolean isPart(CellValues values) {
      return values instanceof CellValues.PartOfDate;
    }

    private void reals(ConditionColumns columns, int from, int count, byte[] mask, int at) {
      double[] first = new double[count];
      double[] second = new double[count];
      left.doubles(columns, from, count, first, mask, at);
      right.doubles(columns, from, count, second, mask, at);
      for (int i = 0; i < count; i++) {
        double a = first[i];
        double b = second[i];
        boolean holds =
            switch (operator) {
              case LESS_THAN -> a < b;
              case LESS_THAN_OR_EQUAL -> a <= b;
              case GREATER_THAN -> a > b;
              case GREATER_THAN_OR_EQUAL -> a >= b;
              case EQUAL -> a == b;
              case NOT_EQUAL -> a != b;
            };
        if (!holds) {
          mask[at + i] = 0;
        }
      }
    }
  }

  private static final class Texts extends ExpressionPredicate {
    private final OutputField left;
    private final Operator operator;
    private final OutputField right;
    private int leftPlace;
    private int rightPlace;

    Texts(OutputField left, Operator operator, OutputField right) {
      this.left = left;
      this.operator = operator;
      this.right = right;
    }

    @Override
    void placeOwn(List<OutputField> fields) {
      leftPlace = left.placeIn(fields);
      rightPlace = right.placeIn(fields);
    }

    @Override
    void narrowValues(ConditionColumns columns, int from, int count, byte[] mask, int at) {
      CellColumn first = columns.values()[leftPlace];
      CellColumn second = columns.values()[rightPlace];
      for (int i = 0; i < count; i++) {
        int a = first.codes() == null ? from + i : first.codes()[from + i];
        int b = second.codes() == null ? from + i : second.codes()[from + i];
        if (mask[at + i] != 0
            && !holds(
                operator,
                Arrays.compareUnsigned(
                    first.data(),
                    start(first, left, a),
                    start(first, left, a + 1),
                    second.data(),
                    start(second, right, b),
                    start(second, right, b + 1)))) {
          mask[at + i] = 0;
        }
      }
    }
  }

  /** Returns the start of a row's string, which is also the end of the previous one. */
  private static int start(CellColumn column, OutputField field, int row) {
    return column.offsets() != null
        ? column.offsets()[row]
        : column.start() + row * field.cellSize();
  }

  private static final class Like extends ExpressionPredicate {
    private final OutputField field;
    private final LikePattern pattern;
    private final boolean negated;
    private int place;

    Like(OutputField field, LikePattern pattern, boolean negated) {
      this.field = field;
      this.pattern = pattern;
      this.negated = negated;
    }

    @Override
    void placeOwn(List<OutputField> fields) {
      place = field.placeIn(fields);
    }

    @Override
    void narrowValues(ConditionColumns columns, int from, int count, byte[] mask, int at) {
      CellColumn column = columns.values()[place];
      if (column.codes() != null) {
        int match = negated ? 0 : 1;
        CodedTexts.narrow(
            column,
            from,
            count,
            mask,
            at,
            (data, start, end) -> pattern.matches(data, start, end) ? match : 1 - match);
        return;
      }
      for (int i = 0; i < count; i++) {
        int row = from + i;
        if (mask[at + i] != 0
            && pattern.matches(
                    column.data(), start(column, field, row), start(column, field, row + 1))
                == negated) {
          mask[at + i] = 0;
        }
      }
    }
  }
}
