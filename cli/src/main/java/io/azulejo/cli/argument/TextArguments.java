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

/**
 * Options that determine how text files are parsed. A mixin of all commands that read text files.
 */
public final class TextArguments {
  /** Options that apply only to text files. */
  static final List<String> OF_TEXT = List.of("--encoding", "--decimal", "--date-format");

  /** Options that apply only to CSV and TSV files. */
  static final List<String> OF_TABLES = List.of("--delimiter", "--header", "--skip", "--null");

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--null",
      paramLabel = "WORD",
      defaultValue = "",
      description = {
        "read WORD as null, e.g. NA (csv, tsv)",
        "Applies to unquoted cells. Empty cells are always null."
      })
  private String nullWord;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--date-format",
      paramLabel = "ORDER",
      description = {
        "date order: dmy (3/4 is 3 April), mdy or iso",
        "With mdy, 3/4/2020 is 4 March. With iso, only ISO 8601 dates are dates. Default:"
            + " detected from the dates in the file."
      })
  private DateForm dates;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--decimal",
      paramLabel = "MARK",
      description = {
        "decimal mark: a point (default) or a comma",
        "The other mark may separate thousands."
      })
  private String decimal;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--delimiter",
      paramLabel = "CHARACTER",
      description = {
        "column delimiter of csv, e.g. ; or \\t",
        "\\t is a tab, ' ' any number of blanks, and fixed means columns of fixed width. Default:"
            + " detected from the first lines."
      })
  private String delimiter;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--header",
      negatable = true,
      arity = "0",
      description = {
        "with or without a header row (csv, tsv)",
        "Default: detected from the first lines. Without a header row, columns are named column1,"
            + " column2 ..."
      })
  private Boolean header;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--skip",
      paramLabel = "LINES",
      description = {
        "skip LINES before the header row (csv, tsv)",
        "Default: detected from the first lines."
      })
  private int skip;

  @HelpEntry(value = Section.INPUT, rare = true)
  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = {
        "text encoding, e.g. utf-16 or iso-8859-1",
        "Default: detected from the first bytes."
      })
  private String encoding;

  /**
   * Returns the options for parsing rows.
   *
   * @param format the format of the file
   * @param indexes whether cells of enumerated fields are indexes instead of values
   * @param melting how to unpivot a table, if requested
   * @throws InvalidRequestException if an option's value is invalid
   */
  RowOptions options(InputFormat format, boolean indexes, Optional<Melting> melting) {
    return new RowOptions(format, nullWord, indexes, notation(), dialect(melting));
  }

  /**
   * Rejects the option {@code --delimiter} for a TSV file, unless its value is a tab.
   *
   * @throws InvalidRequestException if a delimiter other than a tab was given
   */
  void checkTsv(RowFile file) {
    if (delimiter != null && !delimiter.matches("\t|\\\\t")) {
      throw new InvalidRequestException(
          "--delimiter is only for csv, but %s is tsv; add --format csv".formatted(file.name()));
    }
  }

  /**
   * Rejects all options of this class if no text file is read.
   *
   * @param option the option that would name a text file
   * @param command the command with its parsed command line
   * @throws InvalidRequestException if one of the options is on the command line
   */
  public static void refuseWithout(String option, CommandSpec command) {
    ParseResult line = command.commandLine().getParseResult();
    Stream.concat(OF_TEXT.stream(), OF_TABLES.stream())
        .filter(line::hasMatchedOption)
        .findFirst()
        .ifPresent(
            name -> {
              throw new InvalidRequestException(name + " requires " + option);
            });
  }

  /**
   * Rejects options on the command line that do not apply to a file.
   *
   * @param command the command with its parsed command line
   * @param names the options to reject
   * @param place the formats to which the options apply, for the error message
   * @param file the input file
   * @param format the format of the file, for the error message
   * @throws InvalidRequestException if one of the options is on the command line
   */
  static void refuse(
      CommandSpec command, List<String> names, String place, RowFile file, String format) {
    ParseResult line = command.commandLine().getParseResult();
    for (String name : names) {
      if (line.hasMatchedOption(name)) {
        throw new InvalidRequestException(
            "%s: %s is only for %s, but the file is %s"
                .formatted(file.name(), name, place, format));
      }
    }
  }

  private TextDialect dialect(Optional<Melting> melting) {
    if (skip < 0) {
      throw new InvalidRequestException("--skip " + skip + ": must be at least 0");
    }
    Optional<Character> separator =
        Optional.ofNullable(delimiter)
            .map(text -> text.equals("\\t") ? "\t" : text)
            .map(this::singleCharacter);
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
              + ": unknown encoding; use one such as utf-8, utf-16, iso-8859-1 or windows-1252");
    }
  }

  private char singleCharacter(String text) {
    if (text.equals("fixed")) {
      return TextDialect.FIXED;
    }
    if (text.length() != 1 || "\"\r\n".contains(text)) {
      throw new InvalidRequestException(
          "--delimiter " + delimiter + ": expected one character, such as , or ; or \\t for a tab");
    }
    return text.charAt(0);
  }

  private ValueNotation notation() {
    if (decimal != null && !decimal.equals(".") && !decimal.equals(",")) {
      throw OptionMistake.of("--decimal " + decimal + ": expected . or ,", "--decimal");
    }
    return new ValueNotation(dates == null ? DateForm.GUESS : dates, ",".equals(decimal));
  }
}
