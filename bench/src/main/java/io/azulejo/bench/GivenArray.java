package io.azulejo.bench;

import io.azulejo.Azulejo;
import io.azulejo.query.ReadRequest;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;

/** An array with defined contents that workloads read or write. */
interface GivenArray {
  /** Returns the name of its folder. */
  String folder();

  /** Generates the cells unless they exist; not timed. */
  void prepare();

  /** Creates the array and writes its prepared cells. */
  void write(Azulejo azulejo, Location location);

  /** Returns the request for all fields of the checksum. */
  ReadRequest everything();

  /** Returns the size of values, offsets and validity of all cells in bytes. */
  long bytes();

  /** Returns the array with a folder name. */
  static GivenArray in(String folder) {
    List<GivenArray> all = new ArrayList<>(List.of(FieldArray.values()));
    all.addAll(
        List.of(PointsArray.ROW_MAJOR, GenesArray.ONE, FragmentsArray.MANY, RemoteArray.ONE));
    return all.stream().filter(array -> array.folder().equals(folder)).findFirst().orElseThrow();
  }
}
