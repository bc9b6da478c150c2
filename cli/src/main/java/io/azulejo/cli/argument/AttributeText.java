package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.text.json.JsonValue;
import io.azulejo.text.schema.FilterText;
import io.azulejo.text.schema.SchemaJsonReader;
import io.azulejo.text.value.ParsedValue;
import io.azulejo.text.value.ValueText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;

/**
 * A parser for attributes on the command line. An attribute is {@code NAME:TYPE}, followed by
 * {@code :nullable}, {@code :var}, {@code :fill=VALUE}, {@code :enumeration=NAME}, {@code :COUNT}
 * (values per cell) and {@code :FILTER,FILTER} in any order. It can also be a JSON object, as in a
 * JSON schema.
 */
public final class AttributeText {
  private static final String OPTION = "--add-attribute";

  private AttributeText() {}

  /**
   * Parses an attribute. If the {@code NAME:TYPE} form names no filters, it gets Zstandard.
   *
   * @throws InvalidRequestException if the text is not a valid attribute
   */
  public static Attribute parse(String text) throws IOException {
    if (text.stripLeading().startsWith("{")) {
      try {
        return SchemaJsonReader.attribute(
            JsonValue.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), Set.of()));
      } catch (InvalidRequestException e) {
        throw new InvalidRequestException(OPTION + ": " + e.getMessage(), null, e);
      }
    }
    OptionScanner scanner = OptionScanner.of(text, OPTION);
    String name = scanner.next(":").text();
    if (!scanner.accept(":")) {
      throw scanner.error("expected NAME:TYPE, such as temp:FLOAT64 or note:STRING_UTF8:nullable");
    }
    Datatype type = type(scanner.next(":").text(), scanner);
    Attribute.Builder attribute = Attribute.builder(name, type).filters(Filter.zstd(-1));
    if (ValueText.isText(type) || type.isBytes()) {
      attribute.var();
    }
    String fill = null;
    while (scanner.accept(":")) {
      String part = scanner.next(":").text();
      if (part.startsWith("fill=")) {
        fill = part.substring("fill=".length());
      } else {
        describe(attribute, part);
      }
    }
    scanner.end();
    if (fill != null) {
      fill(attribute, fill, scanner);
    }
    return attribute.build();
  }

  /**
   * Returns the type with the given name, ignoring case.
   *
   * @param scanner the scanner that has read the name, which is used for error messages
   * @throws InvalidRequestException if the type is unknown
   */
  public static Datatype type(String name, OptionScanner scanner) {
    try {
      return Datatype.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw scanner.error(
          "unknown type \""
              + name
              + "\"; expected a type such as INT32, FLOAT64, BOOL, STRING_UTF8 or DATETIME_MS");
    }
  }

  private static void describe(Attribute.Builder attribute, String part) {
    if (part.equals("nullable")) {
      attribute.nullable();
    } else if (part.equals("var")) {
      attribute.var();
    } else if (part.startsWith("enumeration=")) {
      attribute.enumeration(part.substring("enumeration=".length()));
    } else if (part.matches("\\d{1,9}")) {
      attribute.cellValNum(Integer.parseInt(part));
    } else {
      attribute.filters(
          FilterText.parse(
              part,
              each ->
                  new InvalidRequestException(
                      "%s: unknown part \"%s\"; expected nullable, var, fill=…, enumeration=…, a number of values per cell, or filters such as ZSTD 5"
                          .formatted(OPTION, each))));
    }
  }

  /**
   * Sets the fill value. If cells have several values, a single number is repeated for all of them.
   */
  private static void fill(Attribute.Builder attribute, String text, OptionScanner scanner) {
    Attribute known = attribute.build();
    boolean repeated = known.cellValNum() > 1 && !text.startsWith("[");
    boolean plain = ValueText.isText(known.type()) || known.type().isBytes();
    String cell =
        repeated && !plain
            ? "[" + String.join(" ", Collections.nCopies(known.cellValNum(), text)) + "]"
            : text;
    try {
      attribute.fill(ParsedValue.cell(known.type(), known.cellValNum(), cell));
    } catch (InvalidRequestException e) {
      throw scanner.error(e.getMessage());
    }
  }
}
