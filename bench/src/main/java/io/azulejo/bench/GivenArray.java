package io.azulejo.bench;

import io.azulejo.Azulejo;
import io.azulejo.query.ReadRequest;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;

/** An array with given contents, that workloads read or write. */
interface GivenArray {
  /** The name of its folder. */
  String folder();

  /** Makes the cells, unless they are there: that is not timed. */
  void prepare();

  /** Creates the array and writes its cells, which were prepared. */
  void write(Azulejo azulejo, Location location);

  /** Reads all that counts for the checksum. */
  ReadRequest everything();

  /** The bytes of values, offsets and validity of all cells. */
  long bytes();

  /** The array in a folder of that name. */
  static GivenArray in(String folder) {
    List<GivenArray> all = new ArrayList<>(List.of(FieldArray.values()));
    all.addAll(
        List.of(PointsArray.ROW_MAJOR, GenesArray.ONE, FragmentsArray.MANY, RemoteArray.ONE));
    return all.stream().filter(array -> array.folder().equals(folder)).findFirst().orElseThrow();
  }
}
