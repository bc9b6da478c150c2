package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.WholeFile;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.output.Packing;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Where what is printed goes: a mixin of commands that print cells or reports. */
public final class OutputArguments {
  private static final String STANDARD_OUTPUT = "-";

  /** The forms by the ends of names. */
  private static final Map<String, String> FORMS =
      Map.ofEntries(
          Map.entry("csv", "csv"),
          Map.entry("tsv", "tsv"),
          Map.entry("tab", "tsv"),
          Map.entry("json", "json"),
          Map.entry("jsonl", "json"),
          Map.entry("ndjson", "json"),
          Map.entry("arrow", "arrow-file"),
          Map.entry("feather", "arrow-file"),
          Map.entry("arrows", "arrow"),
          Map.entry("npy", "npy"),
          Map.entry("npz", "npz"),
          Map.entry("png", "png"),
          Map.entry("tif", "tiff"),
          Map.entry("tiff", "tiff"));

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = {
        "write to FILE; its extension sets the format",
        "The file appears whole or not at all. The extension (.csv, .json ...) sets the"
            + " format unless --format is given; .gz, .zst and .bz2 compress. - is standard"
            + " output."
      })
  private String file;

  @HelpEntry(value = Section.OUTPUT, rare = true)
  @Option(names = "--force", description = "with --output: overwrite an existing file")
  private boolean force;

  /** A file in the making, and how it is packed. */
  public record Target(WholeFile file, Optional<Packing> packing) {
    /** What writes to the file; to be closed before the file is complete. */
    public OutputStream out() throws IOException {
      return packing.isPresent() ? packing.get().pack(file.out()) : file.out();
    }
  }

  /**
   * Begins the file that was named, in the form that its name says; nothing if none was.
   *
   * @param parsed the arguments of the command
   * @throws InvalidRequestException if a file is there, or the command has no such form
   */
  public Optional<Target> begin(ParseResult parsed) {
    if (file == null && force) {
      throw new InvalidRequestException("--force goes with --output");
    }
    if (file == null || file.equals(STANDARD_OUTPUT)) {
      return Optional.empty();
    }
    Optional<Packing> packing = Packing.of(file);
    if (!parsed.hasMatchedOption("--format")) {
      choose(parsed.commandSpec(), packing.map(p -> p.strip(file)).orElse(file));
    }
    return Optional.of(new Target(WholeFile.begin(file, force), packing));
  }

  /** Sets the form to that which a name says, if it says one. */
  private static void choose(CommandSpec command, String name) {
    String form = FORMS.get(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    OptionSpec format = command.findOption("--format");
    if (form == null || !name.contains(".")) {
      return;
    }
    List<?> known = format == null ? List.of() : Arrays.asList(format.type().getEnumConstants());
    for (Object each : known) {
      if (each.toString().equals(form)) {
        format.setValue(each);
        return;
      }
    }
    throw new InvalidRequestException(
        "--output %s: %s writes no %s%s"
            .formatted(
                name,
                command.name(),
                form,
                known.isEmpty()
                    ? ", but text: name a file such as " + command.name() + ".txt"
                    : "; there are "
                        + known.stream().map(Object::toString).collect(Collectors.joining(", "))
                        + ", which --format says for any name"));
  }
}
