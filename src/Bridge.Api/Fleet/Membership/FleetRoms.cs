using System.Collections.Immutable;
using System.Security.Cryptography;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Roms;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Membership;

/// <summary>Publishes which ROMs this host has. Hosts with the same ROMs share a key.</summary>
internal sealed class FleetRoms(
    RomFolder folder, IEtcd etcd, FleetKeys keys, FleetDirectory directory, TimeProvider time, WorkGuard guard)
{
    /// <summary>
    /// Max bytes of a list. etcd takes more than ten times as many, but every bridge keeps all lists. A host with a longer one publishes
    /// none, because a part of it would hide the other ROMs; without a list it counts as having any ROM.
    /// </summary>
    public const int MaxBytes = 128 * 1024;

    /// <summary>How long the heartbeat waits for the folder, which may be on a network. What is read later is published later.</summary>
    public static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(0.5);

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);

    private Task _reading = Task.CompletedTask;
    private long? _readAt; // When the latest read began.
    private volatile RomList _list = new("", []);

    /// <summary>Gets the hash of the list that was read last; empty if there are no ROMs, or too many for a list.</summary>
    public string Hash => _list.Hash;

    /// <summary>Returns the hash of a list's JSON.</summary>
    public static string HashOf(byte[] list) => Convert.ToHexStringLower(SHA256.HashData(list).AsSpan(0, 16));

    /// <summary>Reads the folder every 30 s at most, and puts the list into etcd if it isn't there.</summary>
    public async Task PublishAsync(CancellationToken cancellationToken)
    {
        if (_reading.IsCompleted && (_readAt is not { } readAt || time.GetElapsedTime(readAt) >= Interval))
        {
            _readAt = time.GetTimestamp();
            _reading = guard.RunAsync(nameof(FleetRoms), stopping => Task.Run(Read, stopping), cancellationToken);
            await _reading.WaitAsync(MaxWait, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        var (hash, json) = _list;
        if (hash.Length == 0 || directory.Snapshot.Roms.ContainsKey(hash))
            return;
        var key = keys.Roms(hash);
        await etcd.TxnAsync(TxnRequest.Put(new PutRequest(key, json), EtcdCompare.IsAbsent(key)), cancellationToken);
    }

    private void Read()
    {
        if (!folder.IsConfigured)
            return;
        try
        {
            string[] names = [.. folder.All().Where(rom => rom.Size > 0).Select(rom => rom.Name).Order(StringComparer.Ordinal)];
            var json = JsonSerializer.SerializeToUtf8Bytes(names, FleetJson.Context.StringArray);
            _list = new RomList(names.Length > 0 && json.Length <= MaxBytes ? HashOf(json) : "", json);
        }
        catch (RequestException)
        {
            // The folder can't be read now, which the log has. The list stays.
        }
    }

    private sealed record RomList(string Hash, byte[] Json);
}
