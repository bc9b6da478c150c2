package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.OptionMistake;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.rows.FileHead;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.Melting;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.input.TextDialect;
import io.azulejo.text.input.ValueNotation;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** How to parse text files: common options of all commands that read them. */
public final class TextArguments {
  /** Options for text files only. */
  static final List<String> OF_TEXT = List.of("--encoding", "--decimal", "--date-format");

  /** Options for CSV and TSV only. */
  static final List<String> OF_TABLES = List.of("--delimiter", "--header", "--skip", "--null");

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--null",
      paramLabel = "WORD",
      defaultValue = "",
      description = {
        "word that stands for null, such as NA (csv, tsv)",
        "Only without quotes. An empty cell is null in any case."
      })
  private String nullWord;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--date-format",
      paramLabel = "ORDER",
      description = {
        "order of dates: dmy (3/4 is 3 April), mdy or iso",
        "With mdy, 3/4/2020 is 4 March; with iso only dates of ISO 8601 are dates. Default:"
            + " what the dates of the file show."
      })
  private DateForm dates;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--decimal",
      paramLabel = "MARK",
      description = {
        "decimal mark: a point (default) or a comma",
        "The other one may separate thousands."
      })
  private String decimal;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--delimiter",
      paramLabel = "CHARACTER",
      description = {
        "separator of csv columns, such as ; or \\t",
        "\\t is a tab, ' ' is any number of blanks, and fixed is columns of fixed width."
            + " Default: what the first lines show."
      })
  private String delimiter;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--header",
      negatable = true,
      arity = "0",
      description = {
        "whether column names come first (csv, tsv)",
        "Default: what the first lines show. Without names, columns are called column1,"
            + " column2 ..."
      })
  private Boolean header;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--skip",
      paramLabel = "LINES",
      description = {
        "number of lines before the names (csv, tsv)",
        "Default: what the first lines show."
      })
  private int skip;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = {
        "text encoding, such as utf-16 or iso-8859-1",
        "Default: what the first bytes show."
      })
  private String encoding;

  /**
   * Returns the options for parsing rows.
   *
   * @param indexes whether cells of enumerated fields are indexes
   */
  RowOptions options(InputFormat format, boolean indexes, Optional<Melting> melting) {
    return new RowOptions(format, nullWord, indexes, notation(), dialect(melting));
  }

  /**
   * Rejects CSV-only options for a TSV file.
   *
   * @throws InvalidRequestException if another delimiter was named
   */
  void checkTsv(RowFile file) {
    if (delimiter != null && !delimiter.matches("\t|\\\\t")) {
      throw new InvalidRequestException(
          "--delimiter goes with csv, but %s is tsv: say --format csv, too".formatted(file.name()));
    }
  }

  /**
   * Rejects all these options if no file is read.
   *
   * @param option the option that names such a file
   * @throws InvalidRequestException if one of them is on the command line
   */
  public static void refuseWithout(String option, CommandSpec command) {
    ParseResult line = command.commandLine().getParseResult();
    Stream.concat(OF_TEXT.stream(), OF_TABLES.stream())
        .filter(line::hasMatchedOption)
        .findFirst()
        .ifPresent(
            name -> {
              throw new InvalidRequestException(name + " goes with " + option);
            });
  }

  /**
   * Rejects options on the command line that do not apply to a file.
   *
   * @param names options
   * @param place the formats to which they apply
   * @param format the format of the file
   */
  static void refuse(
      CommandSpec command, List<String> names, String place, RowFile file, String format) {
    ParseResult line = command.commandLine().getParseResult();
    for (String name : names) {
      if (line.hasMatchedOption(name)) {
        throw new InvalidRequestException(
            "%s: %s goes with %s, but this is %s".formatted(file.name(), name, place, format));
      }
    }
  }

  private TextDialect dialect(Optional<Melting> melting) {
    if (skip < 0) {
      throw new InvalidRequestException("--skip " + skip + ": the least is 0");
    }
    Optional<Character> separator =
        Optional.ofNullable(delimiter).map(text -> text.equals("\\t") ? "\t" : text).map(this::one);
    try {
      return new TextDialect(
          separator,
          Optional.ofNullable(encoding).map(Charset::forName),
          Optional.of(FileHead.FINDER),
          Optional.ofNullable(header),
          skip,
          melting);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(
          "--encoding "
              + encoding
              + ": there are utf-8, utf-16, iso-8859-1, windows-1252 and others");
    }
  }

  private char one(String text) {
    if (text.equals("fixed")) {
      return TextDialect.FIXED;
    }
    if (text.length() != 1 || "\"\r\n".contains(text)) {
      throw new InvalidRequestException(
          "--delimiter " + delimiter + ": one character, such as , or ; or \\t for a tab");
    }
    return text.charAt(0);
  }

  private ValueNotation notation() {
    if (decimal != null && !decimal.equals(".") && !decimal.equals(",")) {
      throw OptionMistake.of("--decimal " + decimal + ": there are . and ,", "--decimal");
    }
    return new ValueNotation(dates == null ? DateForm.GUESS : dates, ",".equals(decimal));
  }
}
