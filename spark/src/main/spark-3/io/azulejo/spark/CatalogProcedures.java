package io.azulejo.spark;

/** The procedures of catalogs. Spark 3 does not support procedures. */
interface CatalogProcedures {}
