package io.azulejo.cli;

import io.azulejo.Azulejo;
import io.azulejo.MetadataValue;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.internal.format.Text;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows the metadata of an array or a group. */
@Command(
    name = "meta",
    description = "Shows the metadata of an array or a group.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  azulejo meta samples/grid", "  azulejo meta samples/group --format json"})
final class MetaCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "One of ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} when not said.")
  private Rows.Format format;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    Location location = open.location();
    Map<String, MetadataValue> metadata;
    try (Azulejo azulejo = Azulejo.create()) {
      OpenOptions options = open.options(terminal);
      metadata =
          azulejo.type(location) == ObjectType.GROUP
              ? azulejo.openGroup(location, options).metadata()
              : azulejo.open(location, options).metadata();
    }
    if (format == Rows.Format.JSON) {
      TextBuffer out = new TextBuffer(1 << 12);
      metadata.forEach((key, value) -> appendJson(out, key, value));
      out.drainTo(terminal.out());
      return Failure.OK;
    }
    Columns columns =
        new Columns(
            Field.of("key", Datatype.STRING_UTF8),
            Field.of("type", Datatype.STRING_UTF8),
            Field.of("num", Datatype.INT64),
            Field.of("value", Datatype.STRING_UTF8));
    metadata.forEach(
        (key, value) -> columns.add(key, value.type().name(), (long) value.count(), text(value)));
    columns.write(format, terminal.out(), terminal.width());
    return Failure.OK;
  }

  /** The value as a text of its own; null for the one that was put without any. */
  private String text(MetadataValue value) {
    if (value.count() == 0) {
      return null;
    }
    if (format == Rows.Format.TSV) {
      return ValueText.of(value).orElse(null);
    }
    return plain(value);
  }

  /** The value for the eye. */
  static String plain(MetadataValue value) {
    TextBuffer out = new TextBuffer(64);
    if (value.count() > 0) {
      append(out, value, CellText.Notation.PLAIN);
    }
    return out.toString();
  }

  private static void appendJson(TextBuffer out, String key, MetadataValue value) {
    TextBuffer name = new TextBuffer(64);
    byte[] bytes = Text.encode(key);
    Unicode.append(name, 1, ByteBuffer.wrap(bytes), 0, bytes.length, false);
    out.append("{\"key\":");
    CellText.appendJson(out, name);
    out.append(",\"type\":\"").append(value.type().name());
    out.append("\",\"num\":").appendDecimal(value.count()).append(",\"value\":");
    if (value.count() == 0) {
      out.append("null");
    } else {
      append(out, value, CellText.Notation.JSON);
    }
    out.append("}\n");
  }

  private static void append(TextBuffer out, MetadataValue value, CellText.Notation notation) {
    byte[] bytes = value.bytes();
    Field field = new Field("", value.type(), value.count(), Optional.empty());
    CellText.of(field, notation)
        .append(out, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
  }
}
