package io.azulejo.internal.condition;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A value that is calculated from the fields of a cell. {@link ConditionParser} can parse the text
 * that {@code toString} returns. Immutable.
 */
public sealed interface Expression {
  /** An arithmetic operation. */
  enum Operation {
    /** The sum. */
    PLUS("+"),
    /** The difference. */
    MINUS("-"),
    /** The product. */
    TIMES("*"),
    /** The quotient. */
    DIVIDED("/");

    private final String symbol;

    Operation(String symbol) {
      this.symbol = symbol;
    }

    /** Returns the operator as it is written in a condition. */
    String symbol() {
      return symbol;
    }

    /**
     * Returns whether this is addition or subtraction, which bind less tightly than the other
     * operations.
     */
    boolean isAdditive() {
      return this == PLUS || this == MINUS;
    }

    static Optional<Operation> of(ConditionLexer.Token token, boolean additive) {
      return Arrays.stream(values())
          .filter(o -> additive == o.isAdditive() && token.isSymbol(o.symbol))
          .findFirst();
    }
  }

  /** A function of one value. */
  enum Function {
    /** The year of a datetime. */
    YEAR,
    /** The quarter of the year, 1 to 4. */
    QUARTER,
    /** The month of the year, 1 to 12. */
    MONTH,
    /** The day of the month, 1 to 31. */
    DAY,
    /** The hour of the day, 0 to 23. */
    HOUR,
    /** The minute of the hour, 0 to 59. */
    MINUTE,
    /** The second of the minute without its fraction, 0 to 59. */
    SECOND,
    /** The day of the week, 1 for Monday to 7 for Sunday. */
    DAY_OF_WEEK,
    /** The day of the year, 1 to 366. */
    DAY_OF_YEAR,
    /** The absolute value of a number. */
    ABS;

    /** Returns the name of the function as it is written in a condition. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the function with this name, ignoring case, or empty if the name is unknown. */
    static Optional<Function> of(String word) {
      String lower = word.toLowerCase(Locale.ROOT);
      return Arrays.stream(values()).filter(f -> f.word().equals(lower)).findFirst();
    }

    /** Returns the names of all functions, separated by commas, for error messages. */
    static String all() {
      return Arrays.stream(values()).map(Function::word).collect(Collectors.joining(", "));
    }
  }

  /**
   * The value of a field.
   *
   * @param field the field
   */
  record Value(ConditionTree.Field field) implements Expression {
    @Override
    public String toString() {
      return field.toString();
    }
  }

  /**
   * A constant.
   *
   * @param literal the value of the constant
   */
  record Constant(Literal literal) implements Expression {
    @Override
    public String toString() {
      return literal.toString();
    }
  }

  /**
   * An arithmetic combination of two values.
   *
   * @param operation the operation
   * @param left the left value
   * @param right the right value
   */
  record Combined(Operation operation, Expression left, Expression right) implements Expression {
    /** Returns whether the text has parentheses around the left value. */
    boolean enclosesLeft() {
      return !operation.isAdditive()
          && left instanceof Combined inner
          && inner.operation.isAdditive();
    }

    /** Returns whether the text has parentheses around the right value. */
    boolean enclosesRight() {
      return right instanceof Combined inner
          && (!operation.isAdditive() || inner.operation.isAdditive());
    }

    // A long sum is a deep chain of left values. These methods use loops, because recursion along
    // the chain could overflow the stack.

    @Override
    public boolean equals(Object other) {
      Expression mine = this;
      Object others = other;
      while (mine instanceof Combined one && others instanceof Combined two) {
        if (one.operation != two.operation || !one.right.equals(two.right)) {
          return false;
        }
        mine = one.left;
        others = two.left;
      }
      return !(mine instanceof Combined) && mine.equals(others);
    }

    @Override
    public int hashCode() {
      int hash = 1;
      Expression part = this;
      while (part instanceof Combined both) {
        hash = 31 * (31 * hash + both.operation.ordinal()) + both.right.hashCode();
        part = both.left;
      }
      return 31 * hash + part.hashCode();
    }

    @Override
    public String toString() {
      Deque<Combined> chain = new ArrayDeque<>();
      Expression first = this;
      while (first instanceof Combined both) {
        chain.push(both);
        first = both.left;
      }
      StringBuilder text = new StringBuilder(first.toString());
      for (Combined both : chain) {
        if (both.enclosesLeft()) {
          text.insert(0, '(').append(')');
        }
        text.append(' ').append(both.operation.symbol()).append(' ');
        text.append(both.enclosesRight() ? "(" + both.right + ")" : both.right.toString());
      }
      return text.toString();
    }
  }

  /**
   * A function call.
   *
   * @param function the function
   * @param of the argument
   */
  record Call(Function function, Expression of) implements Expression {
    @Override
    public String toString() {
      return function.word() + "(" + of + ")";
    }
  }
}
