using System.Collections.Immutable;
using System.Security.Cryptography;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Roms;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Membership;

/// <summary>Publishes which ROMs this host has. Hosts with the same ROMs share a key.</summary>
internal sealed class FleetRoms(RomFolder folder, IEtcd etcd, FleetKeys keys, FleetDirectory directory, TimeProvider time)
{
    /// <summary>
    /// Max bytes of a list. etcd takes more than ten times as many, but every bridge keeps all lists. A host with a longer one publishes
    /// none, because a part of it would hide the other ROMs; without a list it counts as having any ROM.
    /// </summary>
    public const int MaxBytes = 128 * 1024;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);

    private long? _readAt;
    private byte[] _list = [];

    /// <summary>Gets the hash of the list that was read last; empty if there are no ROMs, or too many for a list.</summary>
    public string Hash { get; private set; } = "";

    /// <summary>Returns the hash of a list's JSON.</summary>
    public static string HashOf(byte[] list) => Convert.ToHexStringLower(SHA256.HashData(list).AsSpan(0, 16));

    /// <summary>Reads the folder every 30 s at most, and puts the list into etcd if it isn't there.</summary>
    public async Task PublishAsync(CancellationToken cancellationToken)
    {
        if (_readAt is not { } readAt || time.GetElapsedTime(readAt) >= Interval)
        {
            Read();
            _readAt = time.GetTimestamp();
        }

        if (Hash.Length == 0 || directory.Snapshot.Roms.ContainsKey(Hash))
            return;
        var key = keys.Roms(Hash);
        await etcd.TxnAsync(TxnRequest.Put(new PutRequest(key, _list), EtcdCompare.IsAbsent(key)), cancellationToken);
    }

    private void Read()
    {
        if (!folder.IsConfigured)
            return;
        try
        {
            string[] names = [.. folder.All().Where(rom => rom.Size > 0).Select(rom => rom.Name).Order(StringComparer.Ordinal)];
            _list = JsonSerializer.SerializeToUtf8Bytes(names, FleetJson.Context.StringArray);
            Hash = names.Length > 0 && _list.Length <= MaxBytes ? HashOf(_list) : "";
        }
        catch (RequestException)
        {
            // The folder can't be read now, which the log has. The list stays.
        }
    }
}
