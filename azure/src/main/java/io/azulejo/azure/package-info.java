/**
 * The store of {@code azure://} and {@code abfss://} locations: settings and locations come in,
 * requests to Azure Blob Storage go out, and what fails comes back as exceptions of the engine.
 * Start at {@link io.azulejo.azure.AzureProvider} and the store that it makes, {@code
 * AzureStorage}.
 */
@NullMarked
package io.azulejo.azure;

import org.jspecify.annotations.NullMarked;
