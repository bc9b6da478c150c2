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

/**
 * The option {@code --output}, which writes output to a file. A mixin of commands that print cells
 * or reports.
 */
public final class OutputArguments {
  private static final String STANDARD_OUTPUT = "-";

  /** Names of formats by file extension. For each format, the usual extension comes first. */
  private static final Map<String, String> FORMS = new LinkedHashMap<>();

  /** Extensions of text files, which do not imply a format. */
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

  /**
   * A file that is being written.
   *
   * @param file the file, which remains owned by the caller
   * @param packing the compression, if the file's extension names one
   */
  public record Target(AtomicFile file, Optional<OutputCompression> packing) {
    /**
     * Returns a stream to the file that compresses if necessary. The caller must close it before
     * completing the file.
     */
    public OutputStream out() throws IOException {
      return packing.isPresent() ? packing.get().pack(file.out()) : file.out();
    }
  }

  /**
   * Creates the output file. Unless {@code --format} is given, sets the format of the command to
   * match the file's extension.
   *
   * @param parsed the parsed command line
   * @return the file, or an empty result if output goes to standard output
   * @throws InvalidRequestException if the file exists and {@code --force} is not given, its folder
   *     does not exist, or the options are invalid
   * @throws picocli.CommandLine.ParameterException if the command does not write the format of the
   *     extension
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

  /**
   * Sets the format of a command by the extension of a file name. Text extensions leave it
   * unchanged.
   */
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
