package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.AtomicFile;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.output.OutputCompression;
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

/** The destination of output: a mixin of commands that print cells or reports. */
public final class OutputArguments {
  private static final String STANDARD_OUTPUT = "-";

  /** Formats by file extension; the usual extension of a format comes first. */
  private static final Map<String, String> FORMS = new LinkedHashMap<>();

  /** Text extensions, which do not imply a format. */
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
        "The file is written atomically. The extension (.csv, .json ...) sets the format unless"
            + " --format is given; .gz, .zst and .bz2 compress. - is standard output."
      })
  private String file;

  @HelpEntry(value = Section.OUTPUT, rare = true)
  @Option(names = "--force", description = "with --output: overwrite an existing file")
  private boolean force;

  /** A file that is being written, and its compression. */
  public record Target(AtomicFile file, Optional<OutputCompression> packing) {
    /** Returns the stream to the file. The caller closes it before it completes the file. */
    public OutputStream out() throws IOException {
      return packing.isPresent() ? packing.get().pack(file.out()) : file.out();
    }
  }

  /**
   * Creates the named file, with the format of its extension; empty if no file was named.
   *
   * @param parsed the arguments of the command
   * @throws InvalidRequestException if the file exists
   * @throws picocli.CommandLine.ParameterException if the extension stands for a format that the
   *     command does not write
   */
  public Optional<Target> begin(ParseResult parsed) {
    if (file == null && force) {
      throw new InvalidRequestException("--force requires --output");
    }
    if (file == null || file.equals(STANDARD_OUTPUT)) {
      return Optional.empty();
    }
    if (file.isEmpty()) {
      throw new InvalidRequestException(
          "--output: the file name is empty; use - for standard output");
    }
    Optional<OutputCompression> packing = OutputCompression.of(file);
    if (!parsed.hasMatchedOption("--format")) {
      choose(parsed.commandSpec(), packing.map(p -> p.strip(file)).orElse(file));
    }
    return Optional.of(new Target(AtomicFile.begin(file, force), packing));
  }

  /** Sets the format by the extension of a name, if it has one. */
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
            + ", or use --format";
  }
}
