package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionLexer;
import io.azulejo.internal.condition.ConditionLexer.Kind;
import io.azulejo.internal.condition.ConditionLexer.Token;
import io.azulejo.internal.condition.ConditionText;
import io.azulejo.query.Aggregate.Function;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the text of aggregates. */
final class AggregateParser {
  private static final String SUBJECT = "the list of aggregates";

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
    List<String> groupBy = new ArrayList<>();
    if (parser.token.isWord("by")) {
      do {
        parser.advance();
        groupBy.add(parser.name("the name of a field"));
      } while (parser.token.isSymbol(","));
    }
    if (parser.token.kind() != Kind.END) {
      throw parser.expected(groupBy.isEmpty() ? "a comma, by or the end" : "a comma or the end");
    }
    return new Aggregation(aggregates, groupBy);
  }

  private Aggregate aggregate() {
    if (token.kind() != Kind.WORD) {
      throw expected("an aggregate such as count() or mean(temp)");
    }
    Function function = Function.of(token.text()).orElseThrow(this::unknown);
    advance();
    if (!token.isSymbol("(")) {
      throw expected("( behind " + function.word());
    }
    int open = token.end();
    if (text.startsWith("*", open)) {
      throw error(open, "write count() for the number of cells");
    }
    advance();
    if (token.isSymbol(")")) {
      if (function != Function.COUNT) {
        throw error(token.start(), "of which field? Write " + function.word() + "(temp)");
      }
      advance();
      return Aggregate.count();
    }
    String field = name("the name of a field");
    if (!token.isSymbol(")")) {
      throw expected(")");
    }
    advance();
    return Aggregate.of(function, field);
  }

  private InvalidRequestException unknown() {
    boolean average = token.isWord("avg") || token.isWord("average");
    String words =
        Arrays.stream(Function.values()).map(Function::word).collect(Collectors.joining(", "));
    return error(
        token.start(),
        average ? "write mean in place of " + token.text() : "there are the aggregates " + words);
  }

  private String name(String what) {
    if (token.kind() != Kind.WORD && token.kind() != Kind.NAME) {
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
