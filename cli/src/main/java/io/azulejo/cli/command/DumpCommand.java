package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.KeyArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.SchemaText;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.Dump;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.format.WireTrace;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.text.output.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code dump}, which prints the structures in files of an array or group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "dump",
    description = {
      "Prints a file of an array or a group, field by field, with offsets.",
      "The file's name and folder determine its format."
    },
    footer = {
      "  azulejo dump samples/names/__schema/*   # the schema as it is stored",
      "  azulejo dump samples/names/__fragments/*/__fragment_metadata.tdb   # tables",
      "",
      "Offsets are relative to the start of a part. In compressed parts, they refer to the",
      "uncompressed bytes."
    })
final class DumpCommand extends Subcommand {
  private static final long LARGEST_FILE = 1L << 30;

  @Mixin private KeyArgument key;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "paths or URIs of files")
  private List<String> files;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    Optional<EncryptionKey> encryption = key.key(terminal);
    List<Dump.Section> all = new ArrayList<>();
    ResultTable columns =
        ResultTable.of("file part part_offset:INT64 offset:INT64 bytes:INT64 field value");
    try (Azulejo azulejo = terminal.engine().build()) {
      for (String name : files) {
        Location file = OpenArguments.locate(name);
        List<Dump.Section> sections = sections(azulejo.storage(file), file, encryption);
        all.addAll(sections);
        if (format.isTable()) {
          terminal.print(text(file, sections));
        } else {
          sections.forEach(s -> add(columns, file, s));
        }
      }
    }
    if (!format.isTable()) {
      format.write(columns, terminal);
    }
    for (Dump.Section section : all) {
      if (section.problem().isPresent()) {
        throw CorruptDataException.of(
            section.title(), null, section.offset(), section.problem().get());
      }
    }
  }

  private static List<Dump.Section> sections(
      Storage storage, Location file, Optional<EncryptionKey> key) {
    String folder = file.parent().name();
    return Dump.of(
        folder, file.name(), read(storage, file), key, n -> schema(storage, file, n, key));
  }

  /**
   * Returns a schema of the array that contains a fragment file, if it exists.
   *
   * @param file the fragment file
   * @param name the name of the schema; empty for the only schema of an old array
   */
  private static Optional<StoredSchema> schema(
      Storage storage, Location file, Optional<String> name, Optional<EncryptionKey> key) {
    Location above = file.parent().parent();
    Location array = above.name().equals(ArrayPaths.FRAGMENTS_FOLDER) ? above.parent() : above;
    Location place =
        name.map(n -> array.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(n))
            .orElse(array.resolve(ArrayPaths.SCHEMA_FILE));
    if (storage.find(place).isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Dump.schema(read(storage, place), key));
    } catch (CorruptDataException e) {
      throw e.at(place.toString());
    }
  }

  private static byte[] read(Storage storage, Location file) {
    Storage.Entry entry =
        storage
            .find(file)
            .orElseThrow(
                () -> new NotFoundException("file " + file + " does not exist", file.toString()));
    if (entry.folder()) {
      throw new InvalidRequestException(
          file + " is a folder; use the path of a file", file.toString());
    }
    if (entry.size() > LARGEST_FILE) {
      throw new InvalidRequestException(
          "%s has %d bytes; dump supports at most %d".formatted(file, entry.size(), LARGEST_FILE),
          file.toString());
    }
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static String text(Location file, List<Dump.Section> sections) {
    StringBuilder out = new StringBuilder();
    out.append(file).append('\n');
    for (Dump.Section section : sections) {
      out.append(section.title()).append(" at ").append(section.offset()).append('\n');
      List<String[]> rows = new ArrayList<>();
      int widest =
          section.fields().stream()
              .mapToInt(f -> Integer.toString(f.offset()).length())
              .max()
              .orElse(0);
      for (WireTrace.Field field : section.fields()) {
        String offset = Integer.toString(field.offset());
        rows.add(
            new String[] {
              " ".repeat(widest - offset.length()) + offset,
              "+" + field.length(),
              field.path(),
              Dump.render(field.value())
            });
      }
      SchemaText.appendRows(out, rows);
      section.problem().ifPresent(p -> out.append("  ! ").append(p).append('\n'));
    }
    return out.toString();
  }

  private static void add(ResultTable columns, Location file, Dump.Section section) {
    for (WireTrace.Field field : section.fields()) {
      columns.add(
          file.toString(),
          section.title(),
          section.offset(),
          (long) field.offset(),
          (long) field.length(),
          field.path(),
          Dump.render(field.value()));
    }
  }
}
