using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.SocketPool;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>A client sets another lease. What the client is told, the record and the lease that counts are always the same.</summary>
[SupportedOSPlatform("linux")]
public sealed class RenewalTests : OnDemandTest
{
    private static readonly TimeSpan Other = TimeSpan.FromHours(1);

    [Fact]
    public async Task A_lease_is_told_recorded_and_sent()
    {
        var created = await Parts.CreateAsync("red");

        Assert.Equal(new LeaseDescription(3600, 3600), await RenewAsync(Other));

        Assert.Equal(Other, created.Lease.Duration);
        Assert.Equal(3600, Hosts.RecordOf("red").LeaseSeconds);
        Assert.Equal(new LeaseDescription(null, null), await RenewAsync(null));
        Assert.Null(created.Lease.Duration);
        Assert.Null(Hosts.RecordOf("red").LeaseSeconds);
        Assert.Equal(["3600", "0"], Hosts.ScriptOf("red").Commands
            .Where(request => request.Command == "expire").Select(request => request.Arguments[0]));
    }

    [Fact]
    public async Task A_record_that_can_not_be_written_changes_nothing()
    {
        var created = await Parts.CreateAsync("red");
        var (record, script) = (Hosts.RecordOf("red"), Hosts.ScriptOf("red"));
        BlockRecord();

        var refused = await Assert.ThrowsAsync<RequestException>(() => RenewAsync(Other));

        Assert.Equal(ProblemTypes.StorageFailed, refused.Type);
        Assert.StartsWith("The lease of the emulator red was not changed, because ", refused.Message, StringComparison.Ordinal);
        Assert.Equal(record.LeaseSeconds, created.Lease.Duration!.Value.TotalSeconds);
        Assert.DoesNotContain(script.Commands, request => request.Command == "expire");
    }

    [Fact]
    public async Task A_refusal_of_the_script_changes_nothing()
    {
        var created = await Parts.CreateAsync("red");
        var before = Hosts.RecordOf("red").LeaseSeconds;
        Hosts.Answers = RefuseAsync;

        await Assert.ThrowsAsync<EmulatorException>(() => RenewAsync(Other));

        Assert.Equal(before, created.Lease.Duration!.Value.TotalSeconds);
        Assert.Equal(before, Hosts.RecordOf("red").LeaseSeconds);
    }

    [Fact]
    public async Task A_record_that_can_not_be_written_back_counts_and_is_told()
    {
        var created = await Parts.CreateAsync("red");
        HostRecord? written = null;
        Hosts.Answers = async request =>
        {
            if (request.Command == "expire")
            {
                written = Hosts.RecordOf("red");
                BlockRecord();
            }

            return await RefuseAsync(request);
        };

        Assert.Equal(new LeaseDescription(3600, 3600), await RenewAsync(Other));

        Assert.Equal(Other, created.Lease.Duration);
        Assert.Equal(3600, written!.LeaseSeconds);
        Assert.Contains(Parts.Logged, line => line.Contains("lease", StringComparison.Ordinal)
            && line.Contains("red", StringComparison.Ordinal) && line.Contains("says no", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Only_a_created_emulator_that_has_not_ended_has_a_lease()
    {
        var created = await Parts.CreateAsync("red");
        Assert.Equal(ProblemTypes.Conflict, (await RefusedAsync("default")).Type);
        Assert.Equal(ProblemTypes.UnknownEmulator, (await RefusedAsync("blue")).Type);

        // Another change of it is in progress.
        var turn = await Emulators.All.Single().EnterAsync(CancellationToken.None);
        var renewing = RefusedAsync("red");
        var ending = Emulators.EndAsync(created);
        turn.Dispose();

        Assert.Equal("The emulator red has just been ended.", (await Hosts.FinishesAsync(renewing)).Message);
        await Hosts.FinishesAsync(ending);
    }

    private Task<LeaseDescription> RenewAsync(TimeSpan? duration) =>
        Hosts.FinishesAsync(Emulators.RenewAsync("red", duration, CancellationToken.None));

    private Task<RequestException> RefusedAsync(string name) =>
        Assert.ThrowsAsync<RequestException>(() => Emulators.RenewAsync(name, Other, CancellationToken.None));

    // A folder is in the place of the record.
    private void BlockRecord()
    {
        File.Delete(Hosts.FileOf("red", HostRecordFile.Name));
        Directory.CreateDirectory(Hosts.FileOf("red", $"{HostRecordFile.Name}/folder"));
    }

    private static async Task<bool> RefuseAsync(FakeRequest request)
    {
        if (request.Command != "expire")
            return false;
        await request.RefuseAsync("failed");
        return true;
    }
}
