package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionLexer.Kind;
import io.azulejo.internal.condition.ConditionLexer.Token;
import io.azulejo.internal.condition.ConditionTree.And;
import io.azulejo.internal.condition.ConditionTree.Constant;
import io.azulejo.internal.condition.ConditionTree.Field;
import io.azulejo.internal.condition.ConditionTree.Like;
import io.azulejo.internal.condition.ConditionTree.NanTest;
import io.azulejo.internal.condition.ConditionTree.Not;
import io.azulejo.internal.condition.ConditionTree.NullTest;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.ConditionTree.Or;
import io.azulejo.internal.condition.ConditionTree.Prefix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A recursive descent parser for the text of a condition. Its levels are or, and, not, and
 * predicates.
 */
public final class ConditionParser {
  /** The maximum length of the text in characters. */
  private static final int LENGTH = 1 << 24;

  private static final String VALUE = "a value such as 30, 'text' or 2024-05-31";

  private static final String SUBJECT = "the condition";

  /** Words of other languages for matching strings against a pattern. */
  private static final Set<String> PATTERN_WORDS =
      Set.of("contains", "startswith", "endswith", "ilike", "matches", "regexp", "rlike", "glob");

  private final String text;
  private final ConditionLexer lexer;
  private Token token;

  /**
   * The positions of opening parentheses that enclose values, in the text up to {@link #scanned}.
   */
  private final Set<Integer> calculated = new HashSet<>();

  private int scanned;

  /** The number of operations in the current comparison. */
  private int operations;

  private ConditionParser(String text) {
    this.text = text;
    this.lexer = new ConditionLexer(SUBJECT, text);
    this.token = lexer.next(0);
  }

  /**
   * Parses a condition. {@code docs/conditions.md} describes the grammar.
   *
   * @throws InvalidRequestException if the text is not a valid condition; the message shows the
   *     position
   */
  public static ConditionTree parse(String text) {
    if (text.length() > LENGTH) {
      throw new InvalidRequestException(
          "the condition has %d characters (maximum: %d)".formatted(text.length(), LENGTH));
    }
    if (text.isBlank()) {
      throw ConditionText.error(
          SUBJECT, text, text.length(), "it is empty; write one such as temp > 30");
    }
    ConditionParser parser = new ConditionParser(text);
    ConditionTree condition = parser.or(0);
    if (parser.token.kind() != Kind.END) {
      throw parser.unexpected("the end");
    }
    return condition;
  }

  private ConditionTree or(int depth) {
    List<ConditionTree> parts = new ArrayList<>();
    do {
      boolean alone = !token.isSymbol("(");
      ConditionTree part = and(depth);
      if (alone && part instanceof Or in) {
        parts.addAll(in.parts());
      } else {
        parts.add(part);
      }
    } while (accept("or"));
    return parts.size() == 1 ? parts.get(0) : new Or(parts);
  }

  private ConditionTree and(int depth) {
    List<ConditionTree> parts = new ArrayList<>();
    do {
      boolean alone = !token.isSymbol("(");
      ConditionTree part = not(depth);
      if (alone && part instanceof And between) {
        parts.addAll(between.parts());
      } else {
        parts.add(part);
      }
    } while (accept("and"));
    return parts.size() == 1 ? parts.get(0) : new And(parts);
  }

  private ConditionTree not(int depth) {
    checkDepth(depth);
    if (accept("not")) {
      return new Not(isEnclosed() ? enclosed(depth + 1) : not(depth + 1));
    }
    return isEnclosed() ? enclosed(depth + 1) : predicate(depth);
  }

  /** Returns whether the current token opens parentheses that enclose a condition. */
  private boolean isEnclosed() {
    return token.isSymbol("(") && !isCalculated();
  }

  /** Parses a condition in parentheses. */
  private ConditionTree enclosed(int depth) {
    advance();
    ConditionTree condition = or(depth);
    if (!token.isSymbol(")")) {
      throw unexpected(")");
    }
    advance();
    return condition;
  }

  /**
   * Returns whether the parentheses that start here enclose a value. The token after the closing
   * parenthesis decides.
   */
  private boolean isCalculated() {
    if (token.start() >= scanned) {
      scan();
    }
    return calculated.contains(token.start());
  }

  /**
   * Adds to {@link #calculated} all parentheses that enclose values, within the parentheses that
   * start here.
   */
  private void scan() {
    Deque<Integer> open = new ArrayDeque<>();
    Token next = token;
    do {
      if (next.isSymbol("(")) {
        open.push(next.start());
      } else if (next.isSymbol(")")) {
        int begin = open.pop();
        if (canFollowValue(lexer.next(next.end()))) {
          calculated.add(begin);
        }
      }
      scanned = next.end();
      next = lexer.next(next.end());
    } while (!open.isEmpty()
        && open.size() <= 2 * ConditionLimits.DEPTH
        && next.kind() != Kind.END);
  }

  /**
   * Returns whether a token can follow a value in parentheses, but not a condition in parentheses.
   */
  private boolean canFollowValue(Token next) {
    boolean signed = next.kind() == Kind.LITERAL && "+-".indexOf(text.charAt(next.start())) >= 0;
    return signed
        || (next.kind() == Kind.SYMBOL && !next.isSymbol(")") && !next.isSymbol("("))
        || next.isWord("between")
        || next.isWord("in")
        || next.isWord("not");
  }

  private ConditionTree predicate(int depth) {
    operations = 0;
    Expression left = sum(depth);
    if (!(left instanceof Expression.Value value)) {
      return calculation(left, depth);
    }
    Field field = value.field();
    Operator operator = operator();
    if (operator != null) {
      advance();
      return Comparisons.of(left, operator, sum(depth, operator));
    }
    if (accept("is")) {
      boolean negated = accept("not");
      if (accept("null")) {
        return new NullTest(field, negated);
      }
      if (!isNan(token)) {
        throw expected(negated ? "null or nan" : "null, nan, not null or not nan");
      }
      advance();
      return new NanTest(field, negated);
    }
    boolean negated = accept("not");
    if (accept("starts")) {
      if (!accept("with")) {
        throw expected("with");
      }
      return new Prefix(field, negated, value(null));
    }
    if (accept("like")) {
      return new Like(field, negated, value(null));
    }
    if (accept("in")) {
      return Comparisons.in(left, negated, values());
    }
    if (accept("between")) {
      return between(left, negated, depth);
    }
    throw expected(
        negated
            ? "in, between, like or starts with"
            : "a comparison of " + field + ": =, !=, <, <=, >, >=, in, like, between, is ...",
        field.name().equalsIgnoreCase("where") ? "omit where" : patternAdvice());
  }

  /** Suggests a replacement if the current token is a pattern matching word of another language. */
  private String patternAdvice() {
    boolean known =
        token.kind() == Kind.WORD && PATTERN_WORDS.contains(token.text().toLowerCase(Locale.ROOT));
    return known ? "write like '%text%', or starts with 'text'" : "";
  }

  private ConditionTree between(Expression left, boolean negated, int depth) {
    Expression low = sum(depth, null);
    if (!accept("and")) {
      throw expected("and, followed by the upper bound");
    }
    Expression high = sum(depth, null);
    ConditionTree between = Comparisons.between(left, low, high);
    if (!negated) {
      return between;
    }
    checkDepth(depth + 1);
    return new Not(between);
  }

  /**
   * Parses the rest of a predicate whose left side is not a field: a comparison, or the condition
   * {@code true} or {@code false}.
   */
  private ConditionTree calculation(Expression left, int depth) {
    Literal literal = left instanceof Expression.Constant constant ? constant.literal() : null;
    Operator operator = operator();
    if (operator == null && literal instanceof Literal.Bool constant) {
      return new Constant(constant.value());
    }
    if (operator != null) {
      advance();
      int place = token.start();
      Expression right = sum(depth);
      if (literal != null && right instanceof Expression.Constant) {
        throw error(
            place,
            "both sides are values; one of them must be a field (in double quotes if its"
                + " name looks like a value)");
      }
      return Comparisons.of(left, operator, right);
    }
    if (literal != null) {
      throw expected("=, !=, <, <=, > or >= after a value");
    }
    boolean negated = accept("not");
    if (accept("between")) {
      return between(left, negated, depth);
    }
    if (!accept("in")) {
      throw expected(negated ? "in or between" : "=, !=, <, <=, > or >=, in or between");
    }
    checkDepth(depth + 1);
    return Comparisons.in(left, negated, values());
  }

  /**
   * Parses a calculated value.
   *
   * @param operator the operator before the value, for error messages, or null
   */
  private Expression sum(int depth, @Nullable Operator operator) {
    boolean begins =
        token.kind() == Kind.LITERAL
            || token.isSymbol("(")
            || token.isSymbol("-")
            || token.kind() == Kind.NAME
            || (token.kind() == Kind.WORD && !ConditionText.isReserved(token.text()));
    return begins ? sum(depth) : new Expression.Constant(value(operator));
  }

  private Expression sum(int depth) {
    Expression sum = product(depth);
    while (true) {
      Optional<Expression.Operation> operation = Expression.Operation.of(token, true);
      boolean signed =
          token.kind() == Kind.LITERAL && "+-".indexOf(text.charAt(token.start())) >= 0;
      if (operation.isPresent()) {
        advance();
        sum = combined(operation.get(), sum, product(depth));
      } else if (signed) {
        sum = combined(Expression.Operation.PLUS, sum, product(depth));
      } else {
        return sum;
      }
    }
  }

  private Expression combined(Expression.Operation operation, Expression left, Expression right) {
    if (++operations > ConditionLimits.OPERATIONS) {
      throw error("more than " + ConditionLimits.OPERATIONS + " operations in one comparison");
    }
    return new Expression.Combined(operation, left, right);
  }

  private Expression product(int depth) {
    Expression product = factor(depth);
    Optional<Expression.Operation> operation = Expression.Operation.of(token, false);
    while (operation.isPresent()) {
      advance();
      product = combined(operation.get(), product, factor(depth));
      operation = Expression.Operation.of(token, false);
    }
    return product;
  }

  private Expression factor(int depth) {
    checkDepth(depth);
    if (token.kind() == Kind.LITERAL) {
      return new Expression.Constant(value(null));
    }
    if (token.isSymbol("-")) {
      advance();
      return combined(
          Expression.Operation.MINUS, new Expression.Constant(Literal.of(0)), factor(depth + 1));
    }
    if (token.isSymbol("(")) {
      advance();
      Expression inner = sum(depth + 1);
      close();
      return inner;
    }
    boolean call =
        token.kind() == Kind.WORD
            && !token.isWord("index")
            && !ConditionText.isReserved(token.text())
            && lexer.next(token.end()).isSymbol("(");
    if (!call) {
      return new Expression.Value(field());
    }
    Expression.Function function =
        Expression.Function.of(token.text())
            .orElseThrow(
                () ->
                    error(
                        token.start(),
                        "unknown function "
                            + piece(token)
                            + "; valid: "
                            + Expression.Function.all()
                            + ", and index for enumerations"));
    advance();
    advance();
    Expression of = sum(depth + 1);
    close();
    return new Expression.Call(function, of);
  }

  private void close() {
    if (!token.isSymbol(")")) {
      throw expected(")");
    }
    advance();
  }

  private void checkDepth(int depth) {
    if (depth > ConditionLimits.DEPTH) {
      throw error(
          "from here on, parentheses and nots are nested more than "
              + ConditionLimits.DEPTH
              + " deep");
    }
  }

  private static boolean isNan(Token token) {
    return token.kind() == Kind.LITERAL
        && token.value() instanceof Literal.FloatingPoint number
        && Double.isNaN(number.value());
  }

  private Field field() {
    boolean named = token.kind() == Kind.NAME;
    if (!named && token.kind() != Kind.WORD) {
      throw expected("a field");
    }
    if (!named && ConditionText.isReserved(token.text())) {
      boolean compared = lexer.next(token.end()).kind() == Kind.SYMBOL;
      throw expected("a field", compared ? "put a field of that name in double quotes" : "");
    }
    Token first = token;
    advance();
    if (!first.isWord("index") || !token.isSymbol("(")) {
      return new Field(first.text(), false);
    }
    advance();
    Field field = field();
    if (field.index() || !token.isSymbol(")")) {
      throw expected(") after the name of a field");
    }
    advance();
    return field.byIndex();
  }

  private List<Literal> values() {
    if (!token.isSymbol("(")) {
      throw expected("values in parentheses, such as (1, 2)");
    }
    advance();
    List<Literal> values = new ArrayList<>();
    if (!token.isSymbol(")")) {
      values.add(value(null));
      while (token.isSymbol(",")) {
        advance();
        values.add(value(null));
      }
    }
    if (!token.isSymbol(")")) {
      throw expected(", or )");
    }
    advance();
    return values;
  }

  /**
   * Parses a constant.
   *
   * @param operator the operator before the constant, for error messages, or null
   */
  private Literal value(@Nullable Operator operator) {
    if (token.kind() == Kind.LITERAL) {
      Literal value = token.value();
      advance();
      return value;
    }
    String advice = "";
    if (token.kind() == Kind.NAME) {
      advice = "double quotes are for names; put strings in single quotes: " + asText(token);
    } else if (token.isWord("null")) {
      advice = operator == Operator.NOT_EQUAL ? "write is not null" : "write is null";
    } else if (token.kind() == Kind.WORD && !ConditionText.isReserved(token.text())) {
      advice = "compare fields with values, and put strings in quotes: " + asText(token);
    }
    throw expected(VALUE, advice);
  }

  private @Nullable Operator operator() {
    if (token.kind() == Kind.SYMBOL) {
      for (Operator operator : Operator.values()) {
        if (operator.symbol().equals(token.text())) {
          return operator;
        }
      }
    }
    return null;
  }

  /** Creates the exception for a token that neither continues nor ends a condition. */
  private InvalidRequestException unexpected(String end) {
    if (token.isSymbol(")")) {
      return error("this ) has no matching (");
    }
    boolean chained = operator() != null;
    return expected(
        "and, or, or " + end,
        chained
            ? "write two comparisons, low <= x and x < high, or between, which includes both ends"
            : continuationAdvice());
  }

  /** Suggests a fix if the current token may follow a condition in other languages. */
  private String continuationAdvice() {
    if (token.isSymbol(",")) {
      return "the decimal mark is a point; join conditions with and or or";
    }
    return token.isWord("order") || token.isWord("limit") || token.isWord("group")
        ? "a condition has no order, limit or groups; specify them separately"
        : "";
  }

  private boolean accept(String word) {
    if (!token.isWord(word)) {
      return false;
    }
    advance();
    return true;
  }

  private void advance() {
    token = lexer.next(token.end());
  }

  private InvalidRequestException expected(String what) {
    return expected(what, "");
  }

  private InvalidRequestException expected(String what, String advice) {
    String found = token.kind() == Kind.END ? "the end" : piece(token);
    return error(
        "expected " + what + ", found " + found + (advice.isEmpty() ? "" : " (" + advice + ")"));
  }

  private InvalidRequestException error(String what) {
    return error(token.start(), what);
  }

  private InvalidRequestException error(int place, String what) {
    return ConditionText.error(SUBJECT, text, place, what);
  }

  /** Returns the text of a token, shortened to 30 characters. */
  private String piece(Token piece) {
    int max = 30;
    boolean whole = piece.end() - piece.start() <= max;
    int end = whole ? piece.end() : piece.start() + max;
    return ConditionText.shown(text, piece.start(), end) + (whole ? "" : "...");
  }

  private static String asText(Token name) {
    return name.text().length() > 30 ? "'...'" : ConditionText.text(name.text());
  }
}
