package io.azulejo.internal.workshop.repack;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.object.ObjectCopy;
import io.azulejo.internal.snapshot.object.StagedArray;
import io.azulejo.maintenance.RepackReport;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.query.Progress;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Copies an array to a new array with another layout. The new array becomes visible only when it is
 * complete. If the copy fails, all written files are deleted.
 */
public final class Repack {
  private final Storage storage;
  private final FormatVersion version;
  private final Optional<EncryptionKey> key;
  private final RepackRequest request;
  private final long time;
  private final Resources resources;

  private Repack(
      Storage storage,
      FormatVersion version,
      Optional<EncryptionKey> key,
      RepackRequest request,
      long time,
      Resources resources) {
    this.storage = storage;
    this.version = version;
    this.key = key;
    this.request = request;
    this.time = time;
    this.resources = resources;
  }

  /**
   * Copies an array with its labels to a new location.
   *
   * @param array the array to read
   * @param target the store to which the new array is written
   * @param to the location of the new array
   * @param keyThere the encryption key configured for the new location; used if the request neither
   *     contains a key nor turns off encryption (without either key, the array's own key is used)
   * @param time the timestamp of the new array (milliseconds since 1970)
   * @throws InvalidRequestException if the layout does not match the array
   * @throws io.azulejo.error.UnsupportedFormatException if the format version cannot store the
   *     layout
   */
  public static RepackReport repack(
      Snapshot array,
      Storage target,
      Location to,
      Optional<EncryptionKey> keyThere,
      RepackRequest request,
      long time,
      Resources resources) {
    ObjectCopy.requireFree(array.location(), target, to);
    ArraySchema schema = NewLayout.of(array, request);
    NarrowedDomain.requireAllCells(array, schema, resources);
    FormatVersion version = FormatVersion.writable(request.formatVersion());
    Optional<EncryptionKey> key =
        request.isUnencrypted()
            ? Optional.empty()
            : request.key().or(() -> keyThere).or(array::key);
    return new Repack(target, version, key, request, time, resources).write(array, to, schema);
  }

  private RepackReport write(Snapshot array, Location to, ArraySchema schema) {
    try (StagedArray made = StagedArray.begin(storage, to, schema, version, key, time)) {
      CellTransfer transfer = new CellTransfer(array, made, time, resources);
      List<FragmentName> fragments = transfer.run();
      Map<String, Long> sizes = new LinkedHashMap<>();
      fragments.forEach(name -> FieldSizes.add(made.writable(), name, sizes));
      RepackReport report =
          new RepackResults.Repacked(
              transfer.cells(),
              array.fragments().size(),
              fragments.size(),
              FieldSizes.compare(FieldSizes.of(array), sizes));
      made.addMetadata(List.copyOf(array.metadata().values()));
      for (DimensionLabel label : schema.labels()) {
        Snapshot labels = labels(array, label);
        ArraySchema ofLabels = ofLabels(labels, schema.dimensions().get(label.dimension()));
        // Report progress only for the cells of the array itself.
        Resources quiet = resources.withProgress(Progress.NONE);
        new Repack(storage, version, key, request, time, quiet)
            .write(labels, made.place(label), ofLabels);
        made.addLabel(label);
      }
      made.publish();
      return report;
    }
  }

  /** Returns the schema of the new label array, with the new domain of the labeled dimension. */
  private ArraySchema ofLabels(Snapshot labels, Dimension labeled) {
    ArraySchema before = labels.schema().schema();
    RepackRequest layout = RepackRequest.DEFAULT;
    if (request.checksum().isPresent()) {
      layout = layout.checksum(request.checksum().get());
    }
    Range domain = request.domains().get(labeled.name());
    if (domain == null) {
      return request.checksum().isPresent() ? NewLayout.of(labels, layout) : before;
    }
    ArraySchema after =
        NewLayout.of(labels, layout.domain(before.dimensions().get(0).name(), domain));
    NarrowedDomain.requireAllCells(labels, after, resources);
    return after;
  }

  private Snapshot labels(Snapshot array, DimensionLabel label) {
    Location place =
        label.relative() ? array.location().resolve(label.uri()) : Location.of(label.uri());
    return Snapshot.open(array.storage(), place, array.times(), array.key(), resources.tasks());
  }
}
