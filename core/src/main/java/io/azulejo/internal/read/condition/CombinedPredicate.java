package io.azulejo.internal.read.condition;

import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A combination of tests by "and" or "or". Tests of one field are merged. */
abstract class CombinedPredicate extends CellPredicate {
  final CellPredicate[] tests;

  private CombinedPredicate(List<CellPredicate> tests) {
    this.tests = tests.toArray(CellPredicate[]::new);
  }

  @Override
  final void place(List<OutputField> fields) {
    for (CellPredicate test : tests) {
      test.place(fields);
    }
  }

  /** Returns a predicate for cells that pass all tests. */
  static CellPredicate allOf(List<CellPredicate> tests) {
    return combined(tests, true);
  }

  /** Returns a predicate for cells that pass at least one test. */
  static CellPredicate anyOf(List<CellPredicate> tests) {
    return combined(tests, false);
  }

  private static CellPredicate combined(List<CellPredicate> tests, boolean all) {
    CellPredicate neutral = all ? TRUE : FALSE;
    List<CellPredicate> others = new ArrayList<>();
    Map<String, List<CellPredicate>> values = new LinkedHashMap<>();
    for (CellPredicate test : tests) {
      for (CellPredicate part : test.parts(all)) {
        if (part instanceof FieldPredicate.Values leaf) {
          values.computeIfAbsent(leaf.field().name(), name -> new ArrayList<>()).add(leaf);
        } else if (part != neutral) {
          others.add(part);
        }
      }
    }
    values.values().forEach(leaves -> others.add(merged(leaves, all)));
    CellPredicate absorbing = all ? FALSE : TRUE;
    if (others.contains(absorbing)) {
      return absorbing;
    }
    if (others.size() <= 1) {
      return others.isEmpty() ? neutral : others.get(0);
    }
    others.sort(Comparator.comparingInt(CellPredicate::cost));
    return all ? new AllOf(others) : new AnyOf(others);
  }

  /**
   * Merges several tests of one field into one. Works in rounds of pairs, so that each test takes
   * part in few merges.
   */
  private static CellPredicate merged(List<CellPredicate> leaves, boolean all) {
    List<CellPredicate> left = leaves;
    while (left.size() > 1) {
      List<CellPredicate> pairs = new ArrayList<>();
      for (int i = 0; i < left.size(); i += 2) {
        CellPredicate leaf = left.get(i);
        if (i + 1 < left.size()) {
          leaf = ((FieldPredicate.Values) leaf).merge((FieldPredicate.Values) left.get(i + 1), all);
        }
        if (leaf == FALSE) { // so that nothing passes: only where all tests have to be passed
          return FALSE;
        }
        pairs.add(leaf);
      }
      left = pairs;
    }
    return left.get(0);
  }

  private static final class AllOf extends CombinedPredicate {
    AllOf(List<CellPredicate> tests) {
      super(tests);
    }

    @Override
    void narrow(ConditionColumns columns, int from, int count, byte[] mask, int at) {
      for (CellPredicate test : tests) {
        test.narrow(columns, from, count, mask, at);
        if (Masks.isClear(mask, at, count)) {
          return;
        }
      }
    }

    @Override
    Coverage outcome(FieldBounds[] bounds) {
      Coverage all = Coverage.ALL;
      for (CellPredicate test : tests) {
        all = all.and(test.outcome(bounds));
      }
      return all;
    }

    @Override
    int cost() {
      int sum = 0;
      for (CellPredicate test : tests) {
        sum += test.cost();
      }
      return sum;
    }

    @Override
    List<CellPredicate> parts(boolean all) {
      return all ? List.of(tests) : List.of(this);
    }
  }

  private static final class AnyOf extends CombinedPredicate {
    AnyOf(List<CellPredicate> tests) {
      super(tests);
    }

    @Override
    void narrow(ConditionColumns columns, int from, int count, byte[] mask, int at) {
      byte[] left = new byte[count]; // rows that passed no test so far
      byte[] passed = new byte[count];
      System.arraycopy(mask, at, left, 0, count);
      for (CellPredicate test : tests) {
        System.arraycopy(left, 0, passed, 0, count);
        test.narrow(columns, from, count, passed, 0);
        Masks.remove(left, 0, passed, count);
        if (Masks.isClear(left, 0, count)) {
          return;
        }
      }
      Masks.remove(mask, at, left, count);
    }

    @Override
    Coverage outcome(FieldBounds[] bounds) {
      Coverage any = Coverage.NONE;
      for (CellPredicate test : tests) {
        any = any.or(test.outcome(bounds));
      }
      return any;
    }

    @Override
    int cost() {
      int sum = 0;
      for (CellPredicate test : tests) {
        sum += test.cost() + 1;
      }
      return sum;
    }

    @Override
    List<CellPredicate> parts(boolean all) {
      return all ? List.of(this) : List.of(tests);
    }
  }
}
