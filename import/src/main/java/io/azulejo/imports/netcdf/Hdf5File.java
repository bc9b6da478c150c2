package io.azulejo.imports.netcdf;

import io.azulejo.imports.source.FileReading;
import io.azulejo.schema.Datatype;
import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.exceptions.HdfException;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.OrderedDataType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An HDF5 file that is read with jHDF and interpreted as NetCDF-4. Each dataset becomes a variable.
 * Its dimension scales name its dimensions. Dimensions without a scale, as in files that other
 * programs wrote, are named {@code d0}, {@code d1} and so on.
 */
final class Hdf5File extends NetcdfFile {
  /** Start of the NAME attribute that NetCDF-4 gives to the scale of a dimension without values. */
  private static final String NO_COORDINATES =
      "This is a netCDF dimension but not a netCDF variable";

  /** Internal attributes of NetCDF-4 and HDF5, which are not reported. */
  private static final Set<String> HIDDEN =
      Set.of(
          "CLASS",
          "NAME",
          "DIMENSION_LIST",
          "DIMENSION_LABELS",
          "REFERENCE_LIST",
          "_Netcdf4Dimid",
          "_Netcdf4Coordinates",
          "_NCProperties",
          "_nc3_strict");

  /** Maximum depth of nested groups; deeper groups are ignored. */
  private static final int DEEPEST = 64;

  private final HdfFile file;
  private final long size;
  private final Map<Long, Dataset> datasets = new HashMap<>();

  /**
   * Dimension lengths by the address of their scale. The length of a dimension is the maximum
   * length that a dataset has in it.
   */
  private final Map<Long, Long> lengths = new HashMap<>();

  private final NetcdfAttributes attributes;

  private Hdf5File(HdfFile file, long size) {
    this.file = file;
    this.size = size;
    List<Dataset> found = new ArrayList<>();
    collect(file, found, new HashSet<>(), 0);
    found.forEach(dataset -> datasets.put(dataset.getAddress(), dataset));
    Map<Dataset, long[]> scaled = new LinkedHashMap<>();
    for (Dataset dataset : found) {
      long[] scales = scales(dataset);
      scaled.put(dataset, scales);
      for (int d = 0; d < scales.length; d++) {
        lengths.merge(scales[d], dataset.getDimensionsAsLong()[d], Math::max);
      }
    }
    scaled.forEach(
        (dataset, scales) -> {
          if (!isDimensionOnly(dataset)) {
            variables.add(variable(dataset, scales));
          }
        });
    attributes = attributes(file);
  }

  /**
   * Opens an HDF5 file and reads its metadata. The caller closes the file.
   *
   * @throws io.azulejo.error.InvalidRequestException if the file is damaged or not supported
   */
  static Hdf5File read(Path path) throws IOException {
    long size = Files.size(path);
    ByteBuffer bytes = size <= Integer.MAX_VALUE ? mapped(path, size) : null;
    return guarded(
        () -> {
          HdfFile file = bytes == null ? new HdfFile(path) : HdfFile.fromByteBuffer(bytes);
          try {
            return new Hdf5File(file, size);
          } catch (Throwable e) {
            file.close();
            throw e;
          }
        });
  }

  /** Maps a file into memory, so that the library copies nothing and cannot read past its end. */
  private static ByteBuffer mapped(Path path, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
    }
  }

  /**
   * Runs a read with jHDF and converts the exceptions that it throws for damaged files.
   *
   * @throws io.azulejo.error.InvalidRequestException if the read fails
   */
  static <T> T guarded(FileReading<T> reading) {
    // Messages of HdfException help users. Other exceptions come from bugs in the library.
    return FileReading.byLibrary(
        "the HDF5 file is damaged, or uses unsupported features",
        e -> e instanceof HdfException,
        reading);
  }

  /**
   * Adds the datasets of a group and its subgroups to a list.
   *
   * @param seen addresses of the groups visited so far, because groups can contain each other
   */
  private static void collect(Group group, List<Dataset> found, Set<Long> seen, int depth) {
    if (!seen.add(group.getAddress()) || depth > DEEPEST) {
      return;
    }
    for (Node node : group.getChildren().values()) {
      if (node.isLink()) {
        continue;
      }
      if (node instanceof Dataset dataset) {
        found.add(dataset);
      } else if (node instanceof Group inner) {
        collect(inner, found, seen, depth + 1);
      }
    }
  }

  @Override
  public NetcdfAttributes attributes() {
    return attributes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static String name(Node node) {
    return node.getPath().substring(1);
  }

  /** Returns whether a dataset only declares a dimension and has no values. */
  private static boolean isDimensionOnly(Dataset dataset) {
    Attribute name = dataset.getAttributes().get("NAME");
    return name != null && name.getData() instanceof String text && text.startsWith(NO_COORDINATES);
  }

  /**
   * Creates the variable for a dataset.
   *
   * @param scales the result of {@link #scales}
   */
  private NetcdfVariable variable(Dataset dataset, long[] scales) {
    long[] stored = dataset.getDimensionsAsLong();
    List<NetcdfDimension> dimensions = new ArrayList<>();
    for (int d = 0; d < stored.length; d++) {
      Dataset scale = scales[d] < 0 ? null : datasets.get(scales[d]);
      dimensions.add(
          scale != null
              ? new NetcdfDimension(name(scale), lengths.getOrDefault(scales[d], stored[d]))
              : new NetcdfDimension("d" + d, stored[d]));
    }
    return new Hdf5Variable(
        file,
        size,
        dataset,
        name(dataset),
        dimensions,
        type(dataset.getDataType()),
        attributes(dataset));
  }

  /** Returns the address of the scale of each dimension of a dataset; -1 without a scale. */
  private static long[] scales(Dataset dataset) {
    long[] scales = new long[dataset.getDimensionsAsLong().length];
    Arrays.fill(scales, -1);
    Attribute list = dataset.getAttributes().get("DIMENSION_LIST");
    if (list != null && list.getData() instanceof Object[] all) {
      for (int d = 0; d < Math.min(scales.length, all.length); d++) {
        if (all[d] instanceof long[] references && references.length > 0) {
          scales[d] = references[0];
        }
      }
    } else if (list == null && isScale(dataset) && scales.length > 0) {
      scales[0] = dataset.getAddress();
    }
    return scales;
  }

  private static boolean isScale(Dataset dataset) {
    Attribute kind = dataset.getAttributes().get("CLASS");
    return kind != null && "DIMENSION_SCALE".equals(kind.getData());
  }

  /** Converts a numeric HDF5 type, or the base type of an enumeration; null for other types. */
  static @Nullable Datatype type(DataType type) {
    DataType base = type instanceof EnumDataType names ? names.getBaseType() : type;
    if (base instanceof FixedPoint number
        && number.getBitOffset() == 0
        && number.getBitPrecision() == 8 * number.getSize()) {
      return switch (number.getSize()) {
        case 1 -> number.isSigned() ? Datatype.INT8 : Datatype.UINT8;
        case 2 -> number.isSigned() ? Datatype.INT16 : Datatype.UINT16;
        case 4 -> number.isSigned() ? Datatype.INT32 : Datatype.UINT32;
        case 8 -> number.isSigned() ? Datatype.INT64 : Datatype.UINT64;
        default -> null;
      };
    }
    if (base instanceof FloatingPoint number) {
      return number.getSize() == 4
          ? Datatype.FLOAT32
          : number.getSize() == 8 ? Datatype.FLOAT64 : null;
    }
    return null;
  }

  /** Returns the byte order of an HDF5 type; little-endian if the type does not have one. */
  static ByteOrder order(DataType type) {
    DataType base = type instanceof EnumDataType names ? names.getBaseType() : type;
    return base instanceof OrderedDataType ordered
        ? ordered.getByteOrder()
        : ByteOrder.LITTLE_ENDIAN;
  }

  /** Returns the text and numeric attributes of a dataset or group, except internal ones. */
  private static NetcdfAttributes attributes(Node node) {
    NetcdfAttributes found = new NetcdfAttributes();
    for (Attribute attribute : node.getAttributes().values()) {
      if (HIDDEN.contains(attribute.getName()) || attribute.isEmpty()) {
        continue;
      }
      Datatype type = type(attribute.getDataType());
      if (type != null) {
        ByteBuffer bytes = attribute.getBuffer().duplicate().order(order(attribute.getDataType()));
        found.put(attribute.getName(), NumberBytes.numbers(bytes, type));
      } else if (attribute.getJavaType() == String.class) {
        Object text = attribute.getData();
        found.put(
            attribute.getName(),
            text instanceof String[] several ? String.join(", ", several) : String.valueOf(text));
      }
    }
    return found;
  }
}
