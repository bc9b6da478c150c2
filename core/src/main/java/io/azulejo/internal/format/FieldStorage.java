package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Describes how a fragment stores a field: the files, their filters, and the field's index in the
 * arrays of the fragment footer. Only this class knows how the storage depends on format versions.
 */
public final class FieldStorage {
  /** The name of the field that holds the time of each cell. */
  public static final String TIMESTAMPS = "__timestamps";

  /** The name of the field that holds the deletion time of each cell. */
  public static final String DELETE_TIMESTAMPS = "__delete_timestamps";

  /** The name of the field that holds the condition that deleted each cell. */
  public static final String DELETE_CONDITION_INDEX = "__delete_condition_index";

  /** The stem of the file that holds the coordinates of all dimensions before version 5. */
  public static final String COORDINATES = "__coords";

  /** The kind of a field. */
  public enum Kind {
    /** An attribute. */
    ATTRIBUTE,
    /** A dimension with its own files. */
    DIMENSION,
    /** A dimension whose coordinates are stored in one file with all other dimensions. */
    ZIPPED_DIMENSION,
    /** The time of each cell. */
    TIMESTAMPS,
    /** The deletion time of each cell, with all bits set if the cell was not deleted. */
    DELETE_TIMESTAMPS,
    /**
     * The condition that deleted each cell, as an index into the fragment's processed conditions.
     */
    DELETE_CONDITION_INDEX
  }

  private final Kind kind;
  private final int index;
  private final int dimension;
  private final boolean interleaved;
  private final Datatype type;
  private final int cellValNum;
  private final String stem;
  private final TileSpec fixed;
  private final TileSpec var;
  private final TileSpec validity;

  private FieldStorage(
      Kind kind,
      int index,
      int dimension,
      boolean interleaved,
      Datatype type,
      int cellValNum,
      String stem,
      TileSpec fixed,
      TileSpec var,
      TileSpec validity) {
    this.kind = kind;
    this.index = index;
    this.dimension = dimension;
    this.interleaved = interleaved;
    this.type = type;
    this.cellValNum = cellValNum;
    this.stem = stem;
    this.fixed = fixed;
    this.var = var;
    this.validity = validity;
  }

  /**
   * Returns the storage of a field in a fragment.
   *
   * @param footer the fragment footer
   * @param written the schema that the fragment was written with and that its footer names
   * @param opened the schema that the array is read with
   * @param field the name of an attribute or a dimension in the opened schema, or one of the three
   *     special fields
   * @return the storage, or empty if the fragment lacks the field. It lacks an attribute if the
   *     written schema has no attribute of this name, or one with another type, number of values
   *     per cell or nullability. Dense fragments lack all dimensions.
   * @throws CorruptDataException if the type of the dimension differs between the two schemas
   */
  public static Optional<FieldStorage> of(
      FragmentFooter footer, StoredSchema written, ArraySchema opened, String field) {
    ArraySchema schema = written.schema();
    int special = schema.attributes().size() + 1 + schema.dimensions().size();
    int afterTimestamps = special + (footer.timestamps() ? 1 : 0);
    switch (field) {
      case TIMESTAMPS:
        return footer.timestamps()
            ? special(Kind.TIMESTAMPS, special, schema, "t")
            : Optional.empty();
      case DELETE_TIMESTAMPS:
        return footer.deleteMetadata()
            ? special(Kind.DELETE_TIMESTAMPS, afterTimestamps, schema, "dt")
            : Optional.empty();
      case DELETE_CONDITION_INDEX:
        return footer.deleteMetadata()
            ? special(Kind.DELETE_CONDITION_INDEX, afterTimestamps + 1, schema, "dci")
            : Optional.empty();
      default:
        break;
    }
    for (int d = 0; d < opened.dimensions().size(); d++) {
      if (opened.dimensions().get(d).name().equals(field)) {
        return ofDimension(footer, written, opened.dimensions().get(d), d);
      }
    }
    return opened.attribute(field).flatMap(a -> ofAttribute(footer, written, a));
  }

  private static Optional<FieldStorage> special(
      Kind kind, int index, ArraySchema schema, String stem) {
    TileSpec spec = new TileSpec(schema.coordsFilters(), Datatype.UINT64, Long.BYTES, false);
    return Optional.of(
        new FieldStorage(kind, index, -1, false, Datatype.UINT64, 1, stem, spec, null, null));
  }

  private static Optional<FieldStorage> ofAttribute(
      FragmentFooter footer, StoredSchema written, Attribute wanted) {
    List<Attribute> attributes = written.schema().attributes();
    int position = 0;
    while (position < attributes.size() && !attributes.get(position).name().equals(wanted.name())) {
      position++;
    }
    if (position == attributes.size()) {
      return Optional.empty();
    }
    Attribute stored = attributes.get(position);
    if (stored.type() != wanted.type()
        || stored.cellValNum() != wanted.cellValNum()
        || stored.nullable() != wanted.nullable()
        || (stored.nullable() && !footer.version().hasValidity())) {
      return Optional.empty();
    }
    String stem = DataFiles.ofAttribute(footer.version(), stored.name(), position);
    TileSpec validity =
        stored.nullable()
            ? new TileSpec(written.schema().validityFilters(), Datatype.UINT8, 1, false)
            : null;
    return Optional.of(
        new FieldStorage(
            Kind.ATTRIBUTE,
            position,
            -1,
            false,
            stored.type(),
            stored.cellValNum(),
            stem,
            stored.isVar() ? offsets(written) : values(footer, written, stored),
            stored.isVar() ? values(footer, written, stored) : null,
            validity));
  }

  private static TileSpec values(FragmentFooter footer, StoredSchema written, Attribute stored) {
    FilterPipeline filters = EffectiveFilters.of(stored.filters(), stored.type(), footer.version());
    boolean keepsOffsets =
        stored.isVar()
            && EffectiveFilters.keepOffsets(stored.filters(), stored.type(), written.version());
    return new TileSpec(filters, stored.type(), stored.cellSize(), keepsOffsets);
  }

  private static TileSpec offsets(StoredSchema written) {
    return new TileSpec(written.schema().offsetsFilters(), Datatype.UINT64, Long.BYTES, false);
  }

  private static Optional<FieldStorage> ofDimension(
      FragmentFooter footer, StoredSchema written, Dimension wanted, int position) {
    if (footer.dense()) {
      return Optional.empty();
    }
    List<Dimension> dimensions = written.schema().dimensions();
    Dimension stored = position < dimensions.size() ? dimensions.get(position) : null;
    if (stored == null
        || stored.type() != wanted.type()
        || stored.cellValNum() != wanted.cellValNum()) {
      throw CorruptDataException.of(
          "array schema",
          "dimensions",
          -1,
          "dimension %d is %s in the schema of the fragment, but %s in the schema of the array"
              .formatted(position, stored == null ? "missing" : stored.type(), wanted.type()));
    }
    if (!footer.version().hasDimensionFiles()) {
      return Optional.of(zipped(footer, written.schema(), position));
    }
    FilterPipeline pipeline = EffectiveFilters.ofDimension(written, stored);
    TileSpec values =
        new TileSpec(
            EffectiveFilters.of(pipeline, stored.type(), footer.version()),
            stored.type(),
            stored.type().size(),
            stored.isVar()
                && EffectiveFilters.keepOffsets(pipeline, stored.type(), written.version()));
    return Optional.of(
        new FieldStorage(
            Kind.DIMENSION,
            written.schema().attributes().size() + 1 + position,
            position,
            false,
            stored.type(),
            stored.cellValNum(),
            DataFiles.ofDimension(footer.version(), stored.name(), position),
            stored.isVar() ? offsets(written) : values,
            stored.isVar() ? values : null,
            null));
  }

  private static FieldStorage zipped(FragmentFooter footer, ArraySchema schema, int position) {
    Datatype type = schema.dimensions().get(0).type();
    for (Dimension dimension : schema.dimensions()) {
      if (dimension.isVar() || dimension.type() != type) {
        throw CorruptDataException.of(
            "array schema",
            "dimensions",
            -1,
            "zipped coordinates of version %s must have one type of fixed size"
                .formatted(footer.version()));
      }
    }
    FilterPipeline filters = schema.coordsFilters();
    boolean interleaved =
        !footer.version().alwaysUnzipsCoordinates()
            && filters.filters().stream().noneMatch(EffectiveFilters::compresses);
    TileSpec spec =
        new TileSpec(
            EffectiveFilters.of(filters, type, footer.version()),
            type,
            type.size() * schema.dimensions().size(),
            false);
    return new FieldStorage(
        Kind.ZIPPED_DIMENSION,
        schema.attributes().size(),
        position,
        interleaved,
        type,
        1,
        COORDINATES,
        spec,
        null,
        null);
  }

  /** Returns the kind of the field. */
  public Kind kind() {
    return kind;
  }

  /**
   * Returns the field's index in the arrays of the fragment footer and in {@link
   * FragmentStatistics}. Attributes come first, then one entry for the coordinates of all
   * dimensions, which is unused since version 5. Dimensions and special fields follow.
   */
  public int index() {
    return index;
  }

  /**
   * Returns the index of the dimension, counted from 0, or empty if the field is not a dimension.
   */
  public OptionalInt dimension() {
    return dimension < 0 ? OptionalInt.empty() : OptionalInt.of(dimension);
  }

  /**
   * Returns whether the unfiltered tiles of a shared coordinates file are stored cell by cell.
   * Otherwise they hold all coordinates of the first dimension, then all of the second, and so on.
   * Always false for other fields.
   */
  public boolean interleaved() {
    return interleaved;
  }

  /** Returns the data type of the field. */
  public Datatype type() {
    return type;
  }

  /** Returns the number of values per cell: 1 or more, or {@link Attribute#VAR}. */
  public int cellValNum() {
    return cellValNum;
  }

  /** Returns whether cells have variable size. */
  public boolean isVar() {
    return var != null;
  }

  /** Returns whether cells can be null. */
  public boolean nullable() {
    return validity != null;
  }

  /**
   * Returns the name of the file that holds fixed-size cells or the offsets of variable-size cells.
   */
  public String file() {
    return stem + ArrayPaths.DATA_SUFFIX;
  }

  /**
   * Returns the name of the file that holds the values of variable-size cells, or empty if the
   * cells have a fixed size.
   */
  public Optional<String> varFile() {
    return isVar() ? Optional.of(stem + "_var" + ArrayPaths.DATA_SUFFIX) : Optional.empty();
  }

  /**
   * Returns the name of the file that holds the validity of nullable cells, or empty if the field
   * is not nullable.
   */
  public Optional<String> validityFile() {
    return nullable() ? Optional.of(stem + "_validity" + ArrayPaths.DATA_SUFFIX) : Optional.empty();
  }

  /**
   * Returns the encoding of the tiles in {@link #file}. These tiles are empty if the encoded values
   * include the offsets (see {@link TileSpec#offsetsInData}).
   */
  public TileSpec spec() {
    return fixed;
  }

  /**
   * Returns the encoding of the tiles in {@link #varFile}, or empty if the cells have a fixed size.
   */
  public Optional<TileSpec> varSpec() {
    return Optional.ofNullable(var);
  }

  /**
   * Returns the encoding of the tiles in {@link #validityFile}, or empty if the field is not
   * nullable.
   */
  public Optional<TileSpec> validitySpec() {
    return Optional.ofNullable(validity);
  }

  /**
   * Returns whether tiles can be copied byte for byte between a fragment with this storage and a
   * fragment with the other storage. The encodings must be equal; only the chunk boundaries may
   * differ.
   */
  public boolean hasCopyableTiles(FieldStorage other) {
    return kind == other.kind
        && type == other.type
        && cellValNum == other.cellValNum
        && interleaved == other.interleaved
        && fixed.equals(other.fixed)
        && Objects.equals(var, other.var)
        && Objects.equals(validity, other.validity);
  }

  /** Returns whether the filters of the values can lose precision. */
  public boolean isLossy() {
    return (isVar() ? var : fixed).pipeline().filters().stream().anyMatch(Filter::losesPrecision);
  }

  @Override
  public String toString() {
    return "FieldStorage[" + kind + " " + index + " " + file() + "]";
  }
}
