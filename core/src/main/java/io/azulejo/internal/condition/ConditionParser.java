package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionLexer.Kind;
import io.azulejo.internal.condition.ConditionLexer.Token;
import io.azulejo.internal.condition.ConditionTree.And;
import io.azulejo.internal.condition.ConditionTree.Comparison;
import io.azulejo.internal.condition.ConditionTree.Constant;
import io.azulejo.internal.condition.ConditionTree.Field;
import io.azulejo.internal.condition.ConditionTree.Membership;
import io.azulejo.internal.condition.ConditionTree.NanTest;
import io.azulejo.internal.condition.ConditionTree.Not;
import io.azulejo.internal.condition.ConditionTree.NullTest;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.ConditionTree.Or;
import io.azulejo.internal.condition.ConditionTree.Prefix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a condition's text by recursive descent: or, and, not, predicates. */
public final class ConditionParser {
  /** The most parentheses and nots within each other: far less than a thread's stack holds. */
  private static final int DEPTH = 250;

  /** The longest text in characters. */
  private static final int LENGTH = 1 << 24;

  private static final String VALUE = "a value such as 30, 'text' or 2024-05-31";

  private static final String SUBJECT = "the condition";

  private final String text;
  private final ConditionLexer lexer;
  private Token token;

  private ConditionParser(String text) {
    this.text = text;
    this.lexer = new ConditionLexer(SUBJECT, text);
    this.token = lexer.next(0);
  }

  /**
   * The condition that a text says, as {@code docs/conditions.md} describes it.
   *
   * @throws InvalidRequestException where the text is no condition; it shows the place
   */
  public static ConditionTree parse(String text) {
    if (text.length() > LENGTH) {
      throw new InvalidRequestException(
          "the condition has %d characters; at most %d are read".formatted(text.length(), LENGTH));
    }
    ConditionParser parser = new ConditionParser(text);
    ConditionTree condition = parser.or(0);
    if (parser.token.kind() != Kind.END) {
      throw parser.surplus("the end");
    }
    return condition;
  }

  private ConditionTree or(int depth) {
    List<ConditionTree> parts = new ArrayList<>();
    do {
      parts.add(and(depth));
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
    if (depth > DEPTH) {
      throw error(
          "parentheses and nots are within each other more than " + DEPTH + " times from here on");
    }
    if (accept("not")) {
      return new Not(not(depth + 1));
    }
    if (!token.isSymbol("(")) {
      return predicate();
    }
    advance();
    ConditionTree condition = or(depth + 1);
    if (!token.isSymbol(")")) {
      throw surplus(")");
    }
    advance();
    return condition;
  }

  private ConditionTree predicate() {
    if (token.kind() == Kind.LITERAL) {
      return turned();
    }
    Field field = field();
    Operator operator = operator();
    if (operator != null) {
      advance();
      return new Comparison(field, operator, value(operator));
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
    if (accept("in")) {
      return new Membership(field, negated, values());
    }
    if (accept("between")) {
      Literal low = value(null);
      if (!accept("and")) {
        throw expected("and, with the greatest value behind it");
      }
      Literal high = value(null);
      ConditionTree between =
          new And(
              List.of(
                  new Comparison(field, Operator.GREATER_THAN_OR_EQUAL, low),
                  new Comparison(field, Operator.LESS_THAN_OR_EQUAL, high)));
      return negated ? new Not(between) : between;
    }
    throw expected(
        negated
            ? "in, between or starts with"
            : "a comparison of " + field + ": =, !=, <, <=, >, >=, in, is ...");
  }

  private static boolean isNan(Token token) {
    return token.kind() == Kind.LITERAL
        && token.value() instanceof Literal.FloatingPoint number
        && Double.isNaN(number.value());
  }

  /** A comparison with the value on its left, or true or false alone. */
  private ConditionTree turned() {
    Token left = token;
    advance();
    Operator operator = operator();
    if (operator == null && left.value() instanceof Literal.Bool constant) {
      return new Constant(constant.value());
    }
    if (operator == null) {
      throw expected("=, !=, <, <=, > or >= behind a value");
    }
    advance();
    if (token.kind() == Kind.LITERAL) {
      throw error(
          "a value is compared with a value; one of them has to be a field (in double quotes where"
              + " its name looks like a value)");
    }
    return new Comparison(field(), operator.turned(), left.value());
  }

  private Field field() {
    boolean named = token.kind() == Kind.NAME;
    if (!named && token.kind() != Kind.WORD) {
      throw expected("a field");
    }
    if (!named && ConditionText.isReserved(token.text())) {
      boolean compared = lexer.next(token.end()).kind() == Kind.SYMBOL;
      throw expected("a field", compared ? "a field of that name is in double quotes" : "");
    }
    Token first = token;
    advance();
    if (!first.isWord("index") || !token.isSymbol("(")) {
      return new Field(first.text(), false);
    }
    advance();
    Field field = field();
    if (field.index() || !token.isSymbol(")")) {
      throw expected(") behind the name of a field");
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

  /** A value; the operator in front of it is for advice, and may be missing. */
  private Literal value(@Nullable Operator operator) {
    if (token.kind() == Kind.LITERAL) {
      Literal value = token.value();
      advance();
      return value;
    }
    String advice = "";
    if (token.kind() == Kind.NAME) {
      advice = "double quotes are for names, a text is in single ones: " + asText(token);
    } else if (token.isWord("null")) {
      advice = operator == Operator.NOT_EQUAL ? "write is not null" : "write is null";
    } else if (token.kind() == Kind.WORD && !ConditionText.isReserved(token.text())) {
      advice = "fields are compared with values alone, and a text is in quotes: " + asText(token);
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

  /** What is wrong with a piece that neither goes on with a condition nor ends it. */
  private InvalidRequestException surplus(String end) {
    if (token.isSymbol(")")) {
      return error("there is no ( that this ) closes");
    }
    boolean chained = operator() != null;
    return expected(
        "and, or, or " + end,
        chained ? "compare twice: low <= x and x < high, or between (both ends count)" : "");
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
    return ConditionText.error(SUBJECT, text, token.start(), what);
  }

  /** A piece of the text as it stands there, shortened. */
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
