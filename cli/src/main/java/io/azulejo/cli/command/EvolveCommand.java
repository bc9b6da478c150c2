package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.cli.argument.AttributeText;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.argument.RangeParser;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.text.value.ParsedValue;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import io.azulejo.text.value.ShellWord;
import io.azulejo.text.value.ValueText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code evolve}, which changes the schema of an array. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "evolve",
    description = {
      "Changes the schema of an array.",
      "Reads as of an earlier time use the earlier schema."
    },
    footer = {
      "  azulejo evolve samples/grid --add-attribute temp:FLOAT64   # add a field",
      "  azulejo evolve samples/grid --drop-attribute temp   # drop it again",
      "  azulejo evolve samples/names --add-enumeration size=S,M   # named values",
      "  azulejo evolve samples/names --add-attribute size:UINT8:enumeration=size   # an attribute"
          + " that uses them",
      "  azulejo evolve samples/names --extend-enumeration size=L   # one more value",
      "  azulejo evolve samples/names --add-attribute t:FLOAT64:nullable:BYTESHUFFLE,ZSTD   # with"
          + " filters"
    })
final class EvolveCommand extends ChangingCommand {
  @Mixin private ChangeArguments change;

  @Option(
      names = "--add-attribute",
      paramLabel = "NAME:TYPE",
      description = {
        "add an attribute, e.g. temp:FLOAT64:nullable",
        "After the type, add these as needed, separated by colons: nullable, var, fill=VALUE,"
            + " enumeration=NAME, the number of values per cell, and filters separated by commas"
            + " (default: ZSTD). Or a JSON object as in a schema."
      })
  private List<String> addedAttributes = List.of();

  @Option(names = "--drop-attribute", paramLabel = "NAME", description = "drop an attribute")
  private List<String> droppedAttributes = List.of();

  @Option(
      names = "--add-enumeration",
      paramLabel = "NAME=V,...",
      description = {
        "add an enumeration of strings",
        "NAME:INT32=1,2,3 sets another type; NAME:ordered=... makes it ordered."
      })
  private List<String> addedEnumerations = List.of();

  @Option(
      names = "--extend-enumeration",
      paramLabel = "NAME=V,...",
      description = "add values to an enumeration")
  private List<String> extendedEnumerations = List.of();

  @Option(
      names = "--drop-enumeration",
      paramLabel = "NAME",
      description = "drop an unused enumeration")
  private List<String> droppedEnumerations = List.of();

  @Option(
      names = "--expand-domain",
      paramLabel = "DIM=LO..HI",
      description = {
        "expand the current domain of a dimension",
        "The new range must contain the old one and lie in the domain. The array must have a"
            + " current domain. To change the domain itself, use 'repack --domain'."
      })
  private List<String> ranges = List.of();

  @Override
  void run(Terminal terminal) throws IOException {
    ChangeOptions options = change.options();
    try (Azulejo azulejo = change.engine(terminal)) {
      Array array = azulejo.open(change.location());
      SchemaEvolution evolution = evolution(array);
      if (evolution.isEmpty()) {
        throw new InvalidRequestException(
            "nothing to change: use --add-attribute, --drop-attribute, --add-enumeration,"
                + " --extend-enumeration, --drop-enumeration or --expand-domain");
      }
      boolean done = azulejo.array(change.location()).evolve(evolution, options);
      terminal.print(done ? "evolved\n" : "the schema already has these changes\n");
    }
  }

  private SchemaEvolution evolution(Array array) throws IOException {
    SchemaEvolution.Builder evolution = SchemaEvolution.builder();
    for (String text : addedAttributes) {
      evolution.addAttribute(AttributeText.parse(text));
    }
    droppedAttributes.forEach(evolution::dropAttribute);
    for (String text : addedEnumerations) {
      evolution.addEnumeration(added(text));
    }
    for (String text : extendedEnumerations) {
      evolution.extendEnumeration(extended(array, text));
    }
    droppedEnumerations.forEach(evolution::dropEnumeration);
    if (!ranges.isEmpty()) {
      evolution.currentDomain(expanded(array.schema()));
    }
    return evolution.build();
  }

  private static Enumeration added(String text) {
    OptionScanner scanner = OptionScanner.of(text, "--add-enumeration");
    String head = scanner.next("=").text();
    boolean ordered = head.endsWith(":ordered");
    String rest = ordered ? head.substring(0, head.length() - 8) : head;
    int colon = rest.lastIndexOf(':');
    Datatype type =
        colon < 0 ? Datatype.STRING_UTF8 : AttributeText.type(rest.substring(colon + 1), scanner);
    String name = colon < 0 ? rest : rest.substring(0, colon);
    int cellValNum = ValueText.isText(type) ? Attribute.VAR : 1;
    return values(scanner, name, type, cellValNum, ordered);
  }

  private static Enumeration extended(Array array, String text) {
    OptionScanner scanner = OptionScanner.of(text, "--extend-enumeration");
    String name = scanner.next("=").text();
    if (!array.schema().enumerationFiles().containsKey(name)) {
      throw scanner.error(
          "unknown enumeration %s; %s"
              .formatted(
                  QuotedText.ofName(name),
                  Suggestion.valid(array.schema().enumerationFiles().keySet())));
    }
    Enumeration known = array.enumeration(name);
    return known.extendedBy(
        values(scanner, name, known.type(), known.cellValNum(), known.ordered()));
  }

  private static Enumeration values(
      OptionScanner scanner, String name, Datatype type, int cellValNum, boolean ordered) {
    if (!scanner.accept("=")) {
      throw scanner.error("expected NAME=VALUE,VALUE");
    }
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    List<Long> starts = new ArrayList<>();
    do {
      OptionScanner.Word word = scanner.next(",");
      starts.add((long) data.size());
      try {
        data.writeBytes(
            ValueText.isText(type)
                ? word.bytes()
                : ParsedValue.cell(type, cellValNum, word.text()));
      } catch (InvalidRequestException e) {
        throw scanner.error(e.getMessage());
      }
    } while (scanner.accept(","));
    scanner.end();
    long[] offsets = starts.stream().mapToLong(Long::longValue).toArray();
    return cellValNum == Attribute.VAR
        ? Enumeration.var(name, type, ordered, data.toByteArray(), offsets)
        : Enumeration.fixed(name, type, cellValNum, ordered, data.toByteArray());
  }

  private NDRange expanded(ArraySchema schema) {
    NDRange before =
        schema
            .currentDomain()
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        "--expand-domain: the array has no current domain to expand; to copy the cells to"
                            + " a new array with a wider domain, use "
                            + repacked()));
    Subarray part =
        RangeParser.unbounded(schema, Optional.of(before), "--expand-domain").subarray(ranges);
    List<Range> box = new ArrayList<>();
    for (int d = 0; d < before.size(); d++) {
      String name = schema.dimensions().get(d).name();
      List<Range> wanted = part.ranges().getOrDefault(name, List.of(before.get(d)));
      if (wanted.size() != 1 || wanted.get(0) instanceof Range.Strided) {
        throw new InvalidRequestException(
            "--expand-domain: expected one range LO..HI for " + QuotedText.ofName(name));
      }
      Optional<Range> domain = schema.dimensions().get(d).domain();
      if (domain.isPresent() && !isWithin(schema.dimensions().get(d), wanted.get(0))) {
        throw new InvalidRequestException(
            "--expand-domain: the domain of %s is fixed at %s; to copy the cells to a new array with a wider domain, use %s"
                .formatted(
                    QuotedText.ofName(name),
                    RangeText.of(schema.dimensions().get(d).type(), domain.get()),
                    repacked()));
      }
      box.add(wanted.get(0));
    }
    return new NDRange(box);
  }

  /** Returns whether a range lies within the domain of a numeric dimension. */
  private static boolean isWithin(Dimension dimension, Range range) {
    Range all = dimension.domain().orElseThrow();
    if (all instanceof Range.Doubles domain && range instanceof Range.Doubles part) {
      return domain.low() <= part.low() && part.high() <= domain.high();
    }
    long flip = dimension.type() == Datatype.UINT64 ? Long.MIN_VALUE : 0;
    return all instanceof Range.Longs domain
        && range instanceof Range.Longs part
        && (domain.low() ^ flip) <= (part.low() ^ flip)
        && (part.high() ^ flip) <= (domain.high() ^ flip);
  }

  /** Returns the command that creates a copy of the array with the requested domain. */
  private String repacked() {
    return "azulejo repack %s NEW%s"
        .formatted(
            ShellWord.quoted(change.uri()),
            ranges.stream()
                .map(range -> " --domain " + ShellWord.quoted(range))
                .collect(Collectors.joining()));
  }
}
