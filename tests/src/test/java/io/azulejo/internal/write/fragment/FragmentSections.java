package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentStatistics;
import io.azulejo.internal.format.FragmentStatisticsFormat;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.format.TileBoundsFormat;
import io.azulejo.internal.format.TileTableFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.EncryptionKey;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All that the metadata of a fragment says, but for where things lie, as texts. */
public final class FragmentSections {
  /** What something is said of: of the fragment as a whole where the field is -1. */
  public record Subject(String what, int field, int tile) {
    static final int ALL = -1;
  }

  private final Slice file;
  private final FragmentFooter footer;
  private final Optional<EncryptionKey> key;
  private final Map<Subject, String> texts = new LinkedHashMap<>();

  private FragmentSections(Slice file, FragmentFooter footer, Optional<EncryptionKey> key) {
    this.file = file;
    this.footer = footer;
    this.key = key;
  }

  /**
   * What a metadata file says.
   *
   * @param fields the places of the fields in the footer's arrays; others are left out
   */
  public static Map<Subject, String> of(
      Slice file,
      FragmentFooter footer,
      Optional<EncryptionKey> key,
      List<FieldStorage> fields,
      int dimensions) {
    FragmentSections sections = new FragmentSections(file, footer, key);
    sections.collect(fields, dimensions);
    return sections.texts;
  }

  private void put(String what, Object value) {
    texts.put(new Subject(what, Subject.ALL, Subject.ALL), value.toString());
  }

  private void collect(List<FieldStorage> fields, int dimensions) {
    put("version", footer.version());
    put("dense", footer.dense());
    put("domain", footer.nonEmptyDomain());
    put("tiles", footer.sparseTiles());
    put("last tile", footer.lastTileCells());
    put("optional sections", footer.optionalSections().size());
    put("R-tree", hex(content("R-tree", footer.rtreeOffset())));
    boolean statistics = footer.version().hasTileStatistics();
    for (int f = 0; f < fields.size(); f++) {
      FieldStorage field = fields.get(f);
      int place = field.index();
      texts.put(
          new Subject("tile counts", f, Subject.ALL),
          List.of(
                  numbers(footer.tileOffsets()[place]).length,
                  numbers(footer.tileVarOffsets()[place]).length,
                  numbers(footer.tileValidityOffsets()[place]).length)
              .toString());
      numbers("var size", f, footer.tileVarSizes()[place]);
      if (statistics) {
        bounds("min", f, field, footer.tileMins()[place]);
        bounds("max", f, field, footer.tileMaxes()[place]);
        numbers("sum", f, footer.tileSums()[place]);
        numbers("null count", f, footer.tileNullCounts()[place]);
      }
    }
    if (footer.version().hasFragmentStatistics()) {
      whole(fields);
    }
    footer
        .globalOrderBounds(dimensions)
        .ifPresent(
            offsets -> {
              for (int i = 0; i < offsets.length; i++) {
                TileBounds bounds = bounds(offsets[i]);
                put("global order bound " + i, hex(bounds.fixed()) + " " + hex(bounds.var()));
              }
            });
  }

  private void whole(List<FieldStorage> fields) {
    FragmentStatistics whole =
        FragmentStatisticsFormat.decode(
            content("fragment statistics", footer.fragmentStatistics()),
            footer.version(),
            footer.fileSizes().length);
    for (int f = 0; f < fields.size(); f++) {
      FragmentStatistics.Field field = whole.fields().get(fields.get(f).index());
      texts.put(new Subject("min", f, Subject.ALL), hex(field.min()));
      texts.put(new Subject("max", f, Subject.ALL), hex(field.max()));
      texts.put(new Subject("sum", f, Subject.ALL), "" + field.sum());
      texts.put(new Subject("null count", f, Subject.ALL), "" + field.nullCount());
    }
  }

  private void numbers(String what, int field, long offset) {
    long[] numbers = numbers(offset);
    texts.put(new Subject(what + "s", field, Subject.ALL), "" + numbers.length);
    for (int tile = 0; tile < numbers.length; tile++) {
      texts.put(new Subject(what, field, tile), "" + numbers[tile]);
    }
  }

  private void bounds(String what, int field, FieldStorage storage, long offset) {
    TileBounds bounds = bounds(offset);
    Slice fixed = bounds.fixed();
    int size = storage.isVar() ? Long.BYTES : storage.spec().cellSize();
    int tiles = fixed.length() / size;
    texts.put(new Subject(what + "s", field, Subject.ALL), "" + tiles);
    for (int tile = 0; tile < tiles; tile++) {
      Slice value = fixed.slice(tile * size, size);
      if (storage.isVar()) {
        int start = (int) value.getLong(0);
        int end = tile + 1 < tiles ? (int) fixed.getLong((tile + 1) * size) : bounds.var().length();
        value = bounds.var().slice(start, end - start);
      }
      texts.put(new Subject(what, field, tile), hex(value));
    }
  }

  private TileBounds bounds(long offset) {
    return TileBoundsFormat.decode(content("bounds", offset), FormatVersion.NEWEST);
  }

  private long[] numbers(long offset) {
    return TileTableFormat.decode("numbers", content("numbers", offset), FormatVersion.NEWEST);
  }

  private static String hex(Slice bytes) {
    return HexFormat.of().formatHex(bytes.toBytes());
  }

  private Slice content(String structure, long offset) {
    try (Scratch scratch = new Scratch()) {
      return GenericTile.read(structure, file, Math.toIntExact(offset), key, scratch).content();
    }
  }
}
