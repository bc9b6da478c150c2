package io.azulejo.spark;

/** The procedures of catalogs: this line of Spark has none. */
interface CatalogProcedures {}
