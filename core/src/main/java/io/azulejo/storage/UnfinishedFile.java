package io.azulejo.storage;

import java.util.OptionalLong;

/**
 * A file that somebody began to write and has neither committed nor closed: a writer that runs, or
 * one that was killed. No listing of files shows it.
 *
 * @param location the name that it was to get; several may be of the same
 * @param id by which the store knows it
 * @param begun when, in milliseconds since 1970 by the clock of the store; empty where unknown
 */
public record UnfinishedFile(Location location, String id, OptionalLong begun) {}
