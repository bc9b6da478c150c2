import io.azulejo.*;
import io.azulejo.imports.ImportFile;
import io.azulejo.imports.proposal.Proposal;
import io.azulejo.storage.Location;
import java.nio.file.Path;

/** Makes an array of a CSV file, whose schema is proposed. */
public class ImportTable {
  public static void main(String[] args) throws Exception {
    ImportFile file = ImportFile.of(Path.of("samples/earthquakes.csv"));
    Proposal proposal = file.propose();
    proposal.schema().dimensions().forEach(d -> System.out.println(d.name() + " " + d.type()));

    try (Azulejo azulejo = Azulejo.create()) {
      Array quakes = file.create(azulejo, Location.of("quakes"));
      System.out.println(quakes.read().aggregate("count(), max(mag)").column("count()").getLong(0));
    }
  }
}
