package io.azulejo.bench;

import io.azulejo.Azulejo;
import io.azulejo.query.ReadRequest;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;

/** An array with defined contents, which workloads read or write. */
interface GivenArray {
  /** Returns the name of the array's folder. */
  String folder();

  /** Generates the cells unless they exist. The time is not measured. */
  void prepare();

  /** Creates the array and writes its prepared cells. */
  void write(Azulejo azulejo, Location location);

  /** Returns the request that reads all fields in the checksum. */
  ReadRequest everything();

  /** Returns the size of all values, offsets and validity in bytes. */
  long bytes();

  /** Returns the input array that has the given folder name. */
  static GivenArray in(String folder) {
    List<GivenArray> all = new ArrayList<>(List.of(FieldArray.values()));
    all.addAll(
        List.of(
            PointsArray.ROW_MAJOR,
            ExpressionArray.ONE,
            GenesArray.ONE,
            FragmentsArray.MANY,
            RemoteArray.ONE));
    return all.stream().filter(array -> array.folder().equals(folder)).findFirst().orElseThrow();
  }
}
