package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import java.util.Locale;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/** The procedures of catalogs, for example {@code call lab.system.consolidate('plates.first')}. */
interface CatalogProcedures extends ProcedureCatalog {
  /** The namespace of the procedures, to which no folder corresponds. */
  String NAMESPACE = "system";

  @Override
  default UnboundProcedure loadProcedure(Identifier name) {
    boolean system =
        name.namespace().length == 1 && name.namespace()[0].equalsIgnoreCase(NAMESPACE);
    for (ArrayProcedure.Kind kind : ArrayProcedure.Kind.values()) {
      if (system && name.name().toUpperCase(Locale.ROOT).equals(kind.name())) {
        return new ArrayProcedure(kind, (AzulejoCatalog) this);
      }
    }
    throw new InvalidRequestException(
        "procedure %s not found; valid: system.consolidate, system.vacuum and system.verify"
            .formatted(name));
  }

  /**
   * Returns the identifiers of all procedures in a namespace. Spark calls this method since version
   * 4.1.
   */
  @SuppressWarnings("MissingOverride") // absent from Spark 4.0
  default Identifier[] listProcedures(String[] namespace) {
    boolean system = namespace.length == 1 && namespace[0].equalsIgnoreCase(NAMESPACE);
    ArrayProcedure.Kind[] kinds = ArrayProcedure.Kind.values();
    Identifier[] names = new Identifier[system ? kinds.length : 0];
    for (int i = 0; i < names.length; i++) {
      names[i] = Identifier.of(namespace, kinds[i].name().toLowerCase(Locale.ROOT));
    }
    return names;
  }
}
