package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.AtomicFile;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.output.Packing;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Where what is printed goes: a mixin of commands that print cells or reports. */
public final class OutputArguments {
  private static final String STANDARD_OUTPUT = "-";

  /** The forms by the extensions of names; of a form, the usual extension first. */
  private static final Map<String, String> FORMS = new LinkedHashMap<>();

  /** Extensions of text for people, which says nothing of its form. */
  private static final List<String> TEXT = List.of("txt", "text", "log", "out");

  static {
    FORMS.put("csv", "csv");
    FORMS.put("tsv", "tsv");
    FORMS.put("tab", "tsv");
    FORMS.put("json", "json");
    FORMS.put("jsonl", "json");
    FORMS.put("ndjson", "json");
    FORMS.put("arrow", "arrow-file");
    FORMS.put("feather", "arrow-file");
    FORMS.put("arrows", "arrow");
    FORMS.put("npy", "npy");
    FORMS.put("npz", "npz");
    FORMS.put("png", "png");
    FORMS.put("tif", "tiff");
    FORMS.put("tiff", "tiff");
  }

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
  public record Target(AtomicFile file, Optional<Packing> packing) {
    /** What writes to the file; to be closed before the file is complete. */
    public OutputStream out() throws IOException {
      return packing.isPresent() ? packing.get().pack(file.out()) : file.out();
    }
  }

  /**
   * Begins the file that was named, in the form that its name says; nothing if none was.
   *
   * @param parsed the arguments of the command
   * @throws InvalidRequestException if a file is there
   * @throws picocli.CommandLine.ParameterException if the extension of the name is that of a form
   *     which the command does not write
   */
  public Optional<Target> begin(ParseResult parsed) {
    if (file == null && force) {
      throw new InvalidRequestException("--force goes with --output");
    }
    if (file == null || file.equals(STANDARD_OUTPUT)) {
      return Optional.empty();
    }
    if (file.isEmpty()) {
      throw new InvalidRequestException(
          "--output: the name of the file is empty; - is standard output");
    }
    Optional<Packing> packing = Packing.of(file);
    if (!parsed.hasMatchedOption("--format")) {
      choose(parsed.commandSpec(), packing.map(p -> p.strip(file)).orElse(file));
    }
    return Optional.of(new Target(AtomicFile.begin(file, force), packing));
  }

  /** Sets the form to that of the extension of a name, if it has one. */
  private void choose(CommandSpec command, String name) {
    Optional<String> extension = FileExtension.of(name).filter(e -> !TEXT.contains(e));
    if (extension.isEmpty()) {
      return;
    }
    OptionSpec format = command.findOption("--format");
    Map<String, Object> known = new LinkedHashMap<>();
    if (format != null) {
      for (Object each : format.type().getEnumConstants()) {
        known.put(each.toString(), each);
      }
    }
    Object form = known.get(FORMS.get(extension.get()));
    if (form == null) {
      throw FileExtension.refused(
          extension.get(), file, "--output", command, written(known.keySet()));
    }
    format.setValue(form);
  }

  /** The extensions that files of some forms can have. */
  private static String written(Set<String> forms) {
    Set<String> first = new HashSet<>();
    List<String> extensions = new ArrayList<>(List.of(".txt"));
    FORMS.forEach(
        (extension, form) -> {
          if (forms.contains(form) && first.add(form)) {
            extensions.add("." + extension);
          }
        });
    int last = extensions.size() - 1;
    return last == 0
        ? extensions.get(0)
        : String.join(", ", extensions.subList(0, last))
            + " or "
            + extensions.get(last)
            + ", or say --format";
  }
}
