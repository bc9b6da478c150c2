package io.tiledb.java.api;

import io.azulejo.ArrayHandle;
import io.azulejo.Azulejo;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Access to stored arrays with the settings of a context. */
final class Stored {
  private static final String CONSOLIDATION = "sm.consolidation.";

  private Stored() {}

  /**
   * Returns the handle of an array.
   *
   * @param uri a path or a URI
   * @param config the configuration with the encryption key; null for the context's configuration
   */
  static ArrayHandle handle(Context ctx, String uri, @Nullable Config config) throws TileDBError {
    return engine(ctx, uri, config).array(Location.of(uri));
  }

  /** Returns the engine of a context, with the configured key for a location. */
  static Azulejo engine(Context ctx, String uri, @Nullable Config config) throws TileDBError {
    Config settings = config == null ? ctx.config() : config;
    String type = settings.text("sm.encryption_type");
    if (type.isEmpty() || type.equals("NO_ENCRYPTION")) {
      return ctx.engine();
    } else if (!type.equals("AES_256_GCM")) {
      throw new TileDBError(
          "sm.encryption_type is '%s'; use AES_256_GCM or NO_ENCRYPTION".formatted(type));
    }
    byte[] key = settings.text("sm.encryption_key").getBytes(StandardCharsets.ISO_8859_1);
    if (key.length != EncryptionKey.SIZE) {
      throw new TileDBError(
          "sm.encryption_key has %d bytes; AES_256_GCM needs %d"
              .formatted(key.length, EncryptionKey.SIZE));
    }
    return ctx.engine().withKey(Location.of(uri), EncryptionKey.of(key));
  }

  /** Returns the consolidation that a configuration describes. */
  static ConsolidationRequest consolidation(Config config) throws TileDBError {
    ConsolidationRequest request = ConsolidationRequest.DEFAULT;
    Map<String, String> settings = config.parameters(CONSOLIDATION);
    for (String name :
        new String[] {
          "mode",
          "steps",
          "step_min_frags",
          "step_max_frags",
          "step_size_ratio",
          "amplification",
          "max_fragment_size",
          "purge_deleted_cells"
        }) {
      String value = settings.get(name);
      if (value != null && !value.isEmpty()) {
        request = request.config(CONSOLIDATION + name, value);
      }
    }
    return request.times(
        new TimeRange(
            timestamp(settings.get("timestamp_start"), 0),
            timestamp(settings.get("timestamp_end"), Long.MAX_VALUE)));
  }

  private static long timestamp(@Nullable String value, long absent) {
    if (value == null || value.isEmpty()) {
      return absent;
    }
    long time = Long.parseUnsignedLong(value);
    return time < 0 ? Long.MAX_VALUE : time;
  }

  /** Returns the vacuum that a configuration describes. */
  static VacuumRequest vacuum(Config config) throws TileDBError {
    String mode = config.text("sm.vacuum.mode");
    return mode.isEmpty()
        ? VacuumRequest.DEFAULT
        : VacuumRequest.DEFAULT.config("sm.vacuum.mode", mode);
  }

  /** Returns the engine's layout with the same meaning. */
  static io.azulejo.schema.Layout layout(Layout layout) {
    return switch (layout) {
      case TILEDB_ROW_MAJOR -> io.azulejo.schema.Layout.ROW_MAJOR;
      case TILEDB_COL_MAJOR -> io.azulejo.schema.Layout.COL_MAJOR;
      case TILEDB_GLOBAL_ORDER -> io.azulejo.schema.Layout.GLOBAL_ORDER;
      case TILEDB_UNORDERED -> io.azulejo.schema.Layout.UNORDERED;
      case TILEDB_HILBERT -> io.azulejo.schema.Layout.HILBERT;
    };
  }

  /** Returns the layout with the same meaning. */
  static Layout layout(io.azulejo.schema.Layout layout) {
    return Layout.valueOf("TILEDB_" + layout.name());
  }

  /** Returns a layout as {@code row-major}. */
  static String text(Layout layout) {
    return name(layout).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String name(Layout layout) {
    return layout.name().substring("TILEDB_".length());
  }

  /** Returns a copy of a label with the URI that a new label array gets at its position. */
  static DimensionLabel numbered(DimensionLabel label, int position) {
    return DimensionLabel.asStored(
        label.dimension(),
        label.name(),
        true,
        DimensionLabel.FOLDER + "/l" + position,
        label.attribute(),
        label.order(),
        label.type(),
        label.cellValNum(),
        label.external());
  }

  /** Writes a text to a file. */
  static void write(String filename, String text) throws TileDBError {
    try {
      Files.writeString(Path.of(filename), text);
    } catch (IOException e) {
      throw new TileDBError("cannot write the file '%s': %s".formatted(filename, e), e);
    }
  }

  /** Returns a location as a URI: {@code file:///...} for local files. */
  static String uri(Location location) {
    return location.scheme().equals("file") ? "file://" + location.path() : location.toString();
  }
}
