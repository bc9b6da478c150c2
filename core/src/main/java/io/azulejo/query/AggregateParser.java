package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionLexer;
import io.azulejo.internal.condition.ConditionLexer.Kind;
import io.azulejo.internal.condition.ConditionLexer.Token;
import io.azulejo.internal.condition.ConditionText;
import io.azulejo.internal.condition.Literal;
import io.azulejo.query.Aggregate.Function;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Parses the text form of aggregates, groupings and conditions on groups. */
final class AggregateParser {
  private static final String SUBJECT = "the list of aggregates";
  private static final String CALCULATES =
      "only conditions after having can calculate; put names with characters other than"
          + " letters, digits, _ and . in double quotes";

  private final String text;
  private final ConditionLexer lexer;
  private Token token;

  private AggregateParser(String text) {
    this.text = text;
    this.lexer = new ConditionLexer(SUBJECT, text);
    this.token = lexer.next(0);
  }

  static Aggregate aggregate(String text) {
    AggregateParser parser = new AggregateParser(text);
    Aggregate aggregate = parser.aggregate();
    if (parser.token.kind() != Kind.END) {
      throw parser.expected("the end");
    }
    return aggregate;
  }

  static Aggregation aggregation(String text) {
    AggregateParser parser = new AggregateParser(text);
    List<Aggregate> aggregates = new ArrayList<>();
    aggregates.add(parser.aggregate());
    while (parser.token.isSymbol(",")) {
      parser.advance();
      aggregates.add(parser.aggregate());
    }
    List<Grouping> groupBy = new ArrayList<>();
    if (parser.token.isWord("by")) {
      do {
        parser.advance();
        groupBy.add(parser.grouping());
      } while (parser.token.isSymbol(","));
    }
    Optional<Condition> having = Optional.empty();
    if (parser.token.isWord("having")) {
      if (text.substring(parser.token.end()).isBlank()) {
        throw parser.error(parser.token.end(), "expected a condition, such as count() > 5");
      }
      having = Optional.of(parser.having(parser.token.end(), aggregates, groupBy));
    } else if (parser.token.kind() != Kind.END) {
      throw parser.unexpected(
          groupBy.isEmpty() ? "a comma, by, having or the end" : "a comma, having or the end");
    }
    Aggregation grouped = Aggregation.of(aggregates).withGroups(groupBy);
    return having.map(grouped::withHaving).orElse(grouped);
  }

  /** Returns an exception for an unexpected token after the list, with advice for SQL keywords. */
  private InvalidRequestException unexpected(String expected) {
    String advice =
        switch (token.kind() == Kind.WORD ? token.text().toLowerCase(Locale.ROOT) : "") {
          case "group" -> "write by instead of group by";
          case "where" -> "specify a condition on cells outside the list, as with --where";
          case "order" -> "specify the order of rows outside the list, as with --order-by";
          case "limit" -> "specify the number of rows outside the list, as with --top";
          case "as" ->
              "aliases are not supported; the columns of the result have the names written here";
          default -> isArithmetic() ? CALCULATES : "";
        };
    return expected(expected + (advice.isEmpty() ? "" : ": " + advice));
  }

  /** Parses a grouping: a field, or a function of a field. */
  private Grouping grouping() {
    Token first = token;
    boolean call = first.kind() == Kind.WORD && lexer.next(first.end()).isSymbol("(");
    if (!call) {
      return Grouping.by(name("the name of a field"));
    }
    Grouping.Function function =
        Grouping.Function.of(first.text())
            .orElseThrow(
                () ->
                    error(
                        first.start(),
                        "group by a field, or by "
                            + Arrays.stream(Grouping.Function.values())
                                .skip(1)
                                .map(Grouping.Function::word)
                                .collect(Collectors.joining(", "))
                            + " of a field"));
    advance();
    advance();
    String field = name("the name of a field");
    if (function != Grouping.Function.BIN) {
      close();
      return Grouping.by(function, field);
    }
    int place = token.start();
    double width = number("the width of the intervals, such as bin(temp, 10)");
    if (!(width > 0 && Double.isFinite(width))) {
      throw error(place, "the width must be positive");
    }
    close();
    return Grouping.bin(field, width);
  }

  /**
   * Parses the condition after {@code having}, up to the end of the text. The text refers to result
   * columns in the same form as the list does; this method replaces them by quoted names.
   */
  private Condition having(int from, List<Aggregate> aggregates, List<Grouping> groupBy) {
    StringBuilder condition = new StringBuilder();
    int copied = from;
    token = lexer.next(from);
    while (token.kind() != Kind.END) {
      Token first = token;
      boolean call = first.kind() == Kind.WORD && lexer.next(first.end()).isSymbol("(");
      boolean aggregate = call && Function.of(first.text()).isPresent();
      if (!aggregate && !(call && Grouping.Function.of(first.text()).isPresent())) {
        advance();
        continue;
      }
      Object column = aggregate ? aggregate() : grouping();
      if (!aggregates.contains(column) && !groupBy.contains(column)) {
        throw error(first.start(), column + " is not in the list; add it");
      }
      condition.append(text, copied, first.start());
      condition.append('"').append(column.toString().replace("\"", "\"\"")).append('"');
      copied = token.kind() == Kind.END ? text.length() : token.start();
      condition.append(' ');
    }
    return Condition.parse(condition.append(text, copied, text.length()).toString());
  }

  private Aggregate aggregate() {
    if (token.kind() != Kind.WORD) {
      throw expected("an aggregate such as count() or mean(temp)");
    }
    Function function = Function.of(token.text()).orElseThrow(this::unknown);
    advance();
    if (!token.isSymbol("(")) {
      throw expected("( after " + function.word());
    }
    int open = token.end();
    if (text.startsWith("*", open)) {
      throw error(open, "write count() for the number of cells");
    }
    advance();
    if (token.isSymbol(")")) {
      if (function != Function.COUNT) {
        throw error(token.start(), "the field is missing; write " + function.word() + "(temp)");
      }
      advance();
      return Aggregate.count();
    }
    if (function == Function.COUNT && token.isWord("distinct") && isName(lexer.next(token.end()))) {
      function = Function.COUNT_DISTINCT;
      advance();
    }
    String field = name("the name of a field");
    if (function != Function.QUANTILE) {
      close();
      return Aggregate.of(function, field);
    }
    int place = token.start();
    double fraction = number("the fraction of the values below it, such as quantile(temp, 0.9)");
    if (!(fraction >= 0 && fraction <= 1)) {
      throw error(place, "the fraction of a quantile must be from 0 to 1");
    }
    close();
    return Aggregate.quantile(field, fraction);
  }

  /** Parses a comma followed by a number. */
  private double number(String what) {
    if (!token.isSymbol(",")) {
      throw expected("a comma and " + what);
    }
    advance();
    Literal literal = token.kind() == Kind.LITERAL ? token.literal() : null;
    double number;
    if (literal instanceof Literal.Decimal decimal) {
      number = decimal.value().doubleValue();
    } else if (literal instanceof Literal.FloatingPoint floatingPoint) {
      number = floatingPoint.value();
    } else {
      throw expected(what);
    }
    advance();
    return number;
  }

  private void close() {
    if (!token.isSymbol(")")) {
      throw expected(isArithmetic() ? "): " + CALCULATES : ")");
    }
    advance();
  }

  private boolean isArithmetic() {
    return token.kind() == Kind.SYMBOL && "+-*/".contains(token.text());
  }

  private static boolean isName(Token token) {
    return token.kind() == Kind.WORD || token.kind() == Kind.NAME;
  }

  private InvalidRequestException unknown() {
    String word = token.text().toLowerCase(Locale.ROOT);
    String known =
        switch (word) {
          case "avg", "average" -> "mean";
          case "std", "stdev", "stddev_samp" -> "stddev";
          case "variance", "var_samp" -> "var";
          case "percentile", "percentile_cont", "quantile_cont" -> "quantile";
          case "minimum" -> "min";
          case "maximum" -> "max";
          case "nunique", "approx_count_distinct" -> "count(distinct ...)";
          default -> "";
        };
    String words =
        Arrays.stream(Function.values())
            .map(f -> f == Function.COUNT_DISTINCT ? "count(distinct ...)" : f.word())
            .collect(Collectors.joining(", "));
    return error(
        token.start(),
        word.equals("select")
            ? "omit select"
            : known.isEmpty()
                ? "unknown aggregate; valid: " + words + "; put fields to group by after by"
                : "write " + known + " instead of " + token.text());
  }

  private String name(String what) {
    if (!isName(token)) {
      throw expected(
          what
              + (token.kind() == Kind.LITERAL
                  ? ", in double quotes if it looks like a value"
                  : ""));
    }
    String name = token.text();
    advance();
    return name;
  }

  private void advance() {
    token = lexer.next(token.end());
  }

  private InvalidRequestException expected(String what) {
    return error(token.start(), "expected " + what);
  }

  private InvalidRequestException error(int at, String what) {
    return ConditionText.error(SUBJECT, text, at, what);
  }
}
