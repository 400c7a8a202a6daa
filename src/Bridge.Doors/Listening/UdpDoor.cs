using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using Bridge.SocketPool;

namespace Bridge.Doors.Listening;

/// <summary>
/// A door over UDP, with any number of clients. Datagrams run one after another; more than <see cref="MaxWaiting"/> are ignored, and so are
/// those that have waited for longer than a client does. An unexpected error costs one datagram, and the door stays open.
/// </summary>
internal sealed class UdpDoor : IDoor
{
    /// <summary>Max datagrams that wait.</summary>
    public const int MaxWaiting = 128;

    // The largest datagram of IPv4 has 65,507 bytes.
    private const int MaxBytes = 65536;

    private const string InternalError = "the bridge met an internal error.";

    // How long a client waits for a reply.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    // How long a client counts as connected after it has sent something.
    private static readonly TimeSpan Presence = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    private readonly DoorPlan _plan;
    private readonly UdpProtocol _protocol;
    private readonly Socket _socket;
    private readonly DropLog _drops;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Channel<Datagram> _waiting = Channel.CreateBounded<Datagram>(
        new BoundedChannelOptions(MaxWaiting) { SingleReader = true, SingleWriter = true });

    private readonly Task _working;
    private long _latest = long.MinValue; // When a client last sent something; MinValue: none did.

    private UdpDoor(DoorPlan plan, UdpProtocol protocol, Socket socket)
    {
        (_plan, _protocol, _socket, _drops) = (plan, protocol, socket, new DropLog(plan, protocol.Clients));
        Address = (IPEndPoint)socket.LocalEndPoint!;
        Log.Listens(plan.Logger, plan.Emulator.Name, protocol.Clients, $"{Address}");
        _working = Task.WhenAll(ReceiveAllAsync(), RunAllAsync());
    }

    public EmulatorClient Emulator => _plan.Emulator;

    public IPEndPoint Address { get; }

    public DoorAccess Access => _plan.Access;

    /// <summary>Gets how many datagrams wait.</summary>
    public int Waiting => _waiting.Reader.Count;

    /// <summary>Gets how many datagrams were ignored.</summary>
    public long Ignored => _drops.Total;

    /// <summary>Gets whether a client has sent something in the last ten seconds.</summary>
    public bool IsConnected
    {
        get
        {
            var latest = Interlocked.Read(ref _latest);
            return latest != long.MinValue && _plan.Time.GetElapsedTime(latest) < Presence;
        }
    }

    /// <summary>Opens a door.</summary>
    /// <param name="plan">Where, and for which emulator.</param>
    /// <param name="protocol">What its clients speak.</param>
    /// <exception cref="SocketException">It can't listen there.</exception>
    public static UdpDoor Open(DoorPlan plan, UdpProtocol protocol)
    {
        var socket = new Socket(plan.Address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            socket.Bind(plan.Address);
            return new UdpDoor(plan, protocol, socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Closes the door. A command that runs is cancelled, and the game goes on.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        _socket.Dispose();
        await _working.ConfigureAwait(false);
        await _protocol.CloseAsync().ConfigureAwait(false);
        _stopping.Dispose();
    }

    private async Task ReceiveAllAsync()
    {
        var buffer = new byte[MaxBytes];
        var anyone = new IPEndPoint(Address.AddressFamily == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any, 0);
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                var received = await _socket.ReceiveFromAsync(buffer, SocketFlags.None, anyone, _stopping.Token).ConfigureAwait(false);
                TryAdmit((IPEndPoint)received.RemoteEndPoint, buffer.AsSpan(0, received.ReceivedBytes));
            }
            catch (Exception exception) when (exception is OperationCanceledException or ObjectDisposedException)
            {
                break;
            }
            catch (SocketException exception) when (exception.SocketErrorCode is SocketError.ConnectionReset or SocketError.MessageSize)
            {
                // On Windows: a client is gone before its reply, or it sent too much.
            }
            catch (SocketException exception)
            {
                _drops.Add($"the socket failed: {exception.Message}");
                await Task.Delay(RetryDelay, _plan.Time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }

        _waiting.Writer.Complete();
    }

    private void TryAdmit(IPEndPoint sender, ReadOnlySpan<byte> bytes)
    {
        try
        {
            Admit(sender, bytes);
        }
        catch (Exception exception)
        {
            _drops.Add(InternalError, exception);
        }
    }

    // Two programs that reply to each other's replies would never end: no client sends from the ports of such programs.
    private void Admit(IPEndPoint sender, ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty)
            return;
        if (sender.Port == Address.Port || sender.Port == _protocol.Port)
            _drops.Add($"{sender} is no client's port.");
        else if (_plan.RefuseSender(sender, Address) is { } reason)
            _drops.Add(reason);
        else if (!_waiting.Writer.TryWrite(new Datagram(sender, bytes.ToArray(), _plan.Time.GetTimestamp())))
            _drops.Add($"{MaxWaiting} wait already.");
        else
            Interlocked.Exchange(ref _latest, _plan.Time.GetTimestamp());
    }

    private async Task RunAllAsync()
    {
        await foreach (var datagram in _waiting.Reader.ReadAllAsync().ConfigureAwait(false))
        {
            if (_stopping.IsCancellationRequested)
                continue;
            if (_plan.Time.GetElapsedTime(datagram.Received) < Patience)
                await RunAsync(datagram).ConfigureAwait(false);
            else
                _drops.Add("it has waited for longer than its client.");
        }
    }

    private async Task RunAsync(Datagram datagram)
    {
        using var patience = new CancellationTokenSource(Patience, _plan.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, _stopping.Token);
        try
        {
            await foreach (var reply in _protocol.RunAsync(datagram.Bytes, either.Token).ConfigureAwait(false))
                await _socket.SendToAsync(reply, SocketFlags.None, datagram.Sender, either.Token).ConfigureAwait(false);
        }
        catch (EmulatorException exception)
        {
            _drops.Add(exception.Message);
        }
        catch (Exception exception) when (exception is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            if (!_stopping.IsCancellationRequested)
                _drops.Add(exception is SocketException ? $"its reply can't be sent: {exception.Message}" : "the emulator does not reply.");
        }
        catch (Exception exception)
        {
            _drops.Add(InternalError, exception);
        }
    }
}
