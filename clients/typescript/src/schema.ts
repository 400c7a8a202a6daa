// Generated from src/Bridge.Api/OpenApi/openapi.json by tools/generate.mjs. Don't edit it.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ActRequest: {
            state?: string | null;
            steps?: components["schemas"]["SequenceStep"][] | null;
            /** Format: int32 */
            repeat?: number | null;
            until?: components["schemas"]["WaitCondition"];
            /** Format: int32 */
            timeoutFrames?: number | null;
            /** Format: int32 */
            settle?: number | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            screen?: components["schemas"]["ScreenRequest"];
            /** Format: int32 */
            scale?: number | null;
            /** Format: int32 */
            keyFrames?: number | null;
            lease?: string | null;
        };
        ActResponse: {
            /** Format: int64 */
            frame: number;
            /** Format: int64 */
            frames: number;
            /** Format: int64 */
            id?: number | null;
            /** Format: int64 */
            pressedAt?: number | null;
            /** Format: int64 */
            releasedAt?: number | null;
            met?: boolean | null;
            values?: components["schemas"]["PlaceRead"][] | null;
            /** Format: byte */
            png?: string | null;
            screen?: components["schemas"]["ScreenTaken"];
            keyFrames?: components["schemas"]["KeyFrame"][] | null;
        };
        BatchOperation: {
            op?: string | null;
            address?: string | null;
            type?: string | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
            is?: string | null;
            /** Format: int64 */
            value?: number | null;
            hex?: string | null;
            buttons?: string[] | null;
            /** Format: int32 */
            hold?: number | null;
            /** Format: int32 */
            release?: number | null;
            name?: string | null;
            steps?: components["schemas"]["SequenceStep"][] | null;
            /** Format: int32 */
            repeat?: number | null;
        };
        BatchRequest: {
            operations?: components["schemas"]["BatchOperation"][] | null;
        };
        BatchResponse: {
            /** Format: int64 */
            frame: number;
            results: components["schemas"]["OperationResponse"][];
        };
        ButtonHold: {
            buttons?: string[] | null;
            /** Format: int32 */
            leaseMilliseconds?: number | null;
        };
        ButtonPress: {
            buttons?: string[] | null;
            /** Format: int32 */
            hold?: number | null;
            /** Format: int32 */
            release?: number | null;
            wait?: boolean | null;
        };
        ButtonState: {
            down: string[];
            held: string[];
            /** Format: int32 */
            queued: number;
            /** Format: int64 */
            frame: number;
        };
        ButtonsHeld: {
            held: string[];
            /** Format: int64 */
            changesAt: number;
            /** Format: int64 */
            frame: number;
        };
        ButtonsReleased: {
            /** Format: int32 */
            dropped: number;
            /** Format: int64 */
            changesAt: number;
            /** Format: int64 */
            frame: number;
        };
        ConnectionDescription: {
            /** Format: int32 */
            open: number;
            /** Format: int32 */
            inFlight: number;
            /** Format: int64 */
            roundTripMicroseconds: number;
        };
        ConsoleLine: {
            message?: string | null;
            level?: string | null;
        };
        CreateRequest: {
            rom?: string | null;
            state?: components["schemas"]["StateChoice"];
            name?: string | null;
            model?: string | null;
            /** Format: double */
            speed?: number | null;
            /** Format: int64 */
            clock?: number | null;
            lease?: components["schemas"]["LeaseSetting"];
            labels?: {
                [key: string]: string | null;
            } | null;
        };
        CreateResponse: {
            name: string;
            url: string;
            mcp: string;
            state: string;
            /** Format: int64 */
            frame: number;
            game?: components["schemas"]["GameDescription"];
            created: components["schemas"]["CreatedDescription"];
        };
        CreatedDescription: {
            rom: string;
            labels: {
                [key: string]: string;
            };
            lease: components["schemas"]["LeaseDescription"];
        };
        DomainDescription: {
            name: string;
            base: string;
            /** Format: int64 */
            size: number;
        };
        EmulatorDescription: {
            name: string;
            state: string;
            /** Format: int64 */
            frame: number;
            /** Format: double */
            framesPerSecond: number;
            game?: components["schemas"]["GameDescription"];
            script?: components["schemas"]["ScriptDescription"];
            connection: components["schemas"]["ConnectionDescription"];
            problem?: components["schemas"]["EmulatorProblem"];
            created?: components["schemas"]["CreatedDescription"];
        };
        EmulatorHealth: {
            name: string;
            state: string;
            problem?: components["schemas"]["EmulatorProblem"];
            next: string;
            created?: components["schemas"]["CreatedDescription"];
        };
        EmulatorList: {
            emulators: components["schemas"]["EmulatorHealth"][];
        };
        EmulatorProblem: {
            type: string;
            advice: string;
        };
        FrameResponse: {
            /** Format: int64 */
            frame: number;
        };
        GameDescription: {
            title: string;
            code: string;
            platform: string;
            model?: string | null;
            crc32: string;
            /** Format: int64 */
            size: number;
            file?: string | null;
            save?: components["schemas"]["SaveDescription"];
            patch?: components["schemas"]["PatchDescription"];
        };
        HealthReport: {
            version: string;
            commit: string;
            status: string;
            emulators: components["schemas"]["EmulatorHealth"][];
        };
        HoldBegun: {
            lease: string;
            /** Format: int64 */
            frame: number;
            /** Format: double */
            expiresInSeconds: number;
        };
        HoldRequest: {
            /** Format: double */
            leaseSeconds?: number | null;
            exclusive?: boolean | null;
            lease?: string | null;
            owner?: string | null;
        };
        HoldState: {
            held: boolean;
            lease?: string | null;
            owner?: string | null;
            exclusive?: boolean | null;
            /** Format: double */
            expiresInSeconds?: number | null;
            /** Format: int32 */
            stepsWaiting: number;
            /** Format: int64 */
            frame: number;
        };
        KeyFrame: {
            /** Format: int64 */
            frame: number;
            /** Format: byte */
            png: string;
        };
        LeaseDescription: {
            /** Format: double */
            seconds?: number | null;
            /** Format: double */
            endsInSeconds?: number | null;
        };
        LeaseSetting: {
            /** Format: double */
            seconds?: number | null;
        };
        MemoryBytes: {
            address: string;
            /** Format: int32 */
            length: number;
            hex: string;
            /** Format: int64 */
            frame: number;
            domain?: string | null;
            chain?: string | null;
        };
        MemoryDomains: {
            domains: components["schemas"]["DomainDescription"][];
            /** Format: int64 */
            frame: number;
        };
        MemorySearchMatch: {
            address: string;
            /** Format: int64 */
            value: number;
            /** Format: int64 */
            previous?: number | null;
        };
        MemorySearchRequest: {
            /** Format: int32 */
            id?: number | null;
            address?: string | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
            type?: string | null;
            aligned?: boolean | null;
            is?: string | null;
            /** Format: int64 */
            value?: number | null;
            /** Format: int32 */
            limit?: number | null;
        };
        MemorySearchResponse: {
            /** Format: int32 */
            id: number;
            /** Format: int32 */
            count: number;
            matches: components["schemas"]["MemorySearchMatch"][];
            /** Format: int64 */
            frame: number;
        };
        MemoryValue: {
            address: string;
            type: string;
            /** Format: int64 */
            value: number;
            /** Format: int64 */
            frame: number;
            domain?: string | null;
            chain?: string | null;
        };
        MemoryWrite: {
            /** Format: int64 */
            value?: number | null;
            type?: string | null;
        };
        MemoryWritten: {
            address: string;
            /** Format: int32 */
            length: number;
            /** Format: int64 */
            frame: number;
            domain?: string | null;
            chain?: string | null;
        };
        MeterDescription: {
            name: string;
            /** Format: double */
            framesPerSecond?: number | null;
            /** Format: double */
            roundTripMs?: number | null;
            /** Format: int32 */
            inFlight: number;
            /** Format: int64 */
            queuedBytes: number;
            /** Format: int64 */
            reconnects: number;
            /** Format: double */
            windowUsed?: number | null;
            /** Format: int64 */
            bytesIn: number;
            /** Format: int64 */
            bytesOut: number;
            requests: components["schemas"]["RequestMeters"];
        };
        MeterReport: {
            emulators: components["schemas"]["MeterDescription"][];
        };
        NewWatch: {
            address?: string | null;
            type?: string | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
            /** Format: int32 */
            intervalFrames?: number | null;
            name?: string | null;
            temporary?: boolean | null;
        };
        OperationResponse: {
            passed?: boolean | null;
            skipped?: boolean | null;
            /** Format: int64 */
            value?: number | null;
            hex?: string | null;
            /** Format: int64 */
            id?: number | null;
            /** Format: int32 */
            dropped?: number | null;
            /** Format: int64 */
            changesAt?: number | null;
            /** Format: byte */
            png?: string | null;
        };
        PatchDescription: {
            file: string;
            applied: boolean;
            problem?: string | null;
        };
        PlaceRead: {
            address: string;
            type?: string | null;
            /** Format: int64 */
            value?: number | null;
            /** Format: int32 */
            length?: number | null;
            hex?: string | null;
            domain?: string | null;
            chain?: string | null;
        };
        PlaceToRead: {
            address?: string | null;
            type?: string | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
        };
        PlacesRead: {
            /** Format: int64 */
            frame: number;
            values: components["schemas"]["PlaceRead"][];
        };
        PressFinished: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            pressedAt: number;
            /** Format: int64 */
            releasedAt: number;
            /** Format: int64 */
            frame: number;
        };
        PressQueued: {
            /** Format: int64 */
            id: number;
            /** Format: int32 */
            queued: number;
        };
        Problem: {
            type: string;
            title: string;
            /** Format: int32 */
            status: number;
            detail: string;
            parameter?: string | null;
            emulator?: string | null;
            safeToRepeat?: boolean | null;
            traceId: string;
        };
        RegisterDescription: {
            name: string;
            /** Format: int64 */
            value: number;
            hex: string;
        };
        RegisterList: {
            registers: components["schemas"]["RegisterDescription"][];
            /** Format: int64 */
            frame: number;
        };
        RegisterValue: {
            name: string;
            /** Format: int64 */
            value: number;
            hex: string;
            /** Format: int64 */
            frame: number;
        };
        RegisterWrite: {
            /** Format: int64 */
            value?: number | null;
        };
        RequestMeters: {
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            failed: number;
            /** Format: double */
            p50Ms?: number | null;
            /** Format: double */
            p99Ms?: number | null;
        };
        RomChoice: {
            name?: string | null;
        };
        RomDescription: {
            name: string;
            /** Format: int64 */
            size: number;
        };
        RomList: {
            roms: components["schemas"]["RomDescription"][];
        };
        RomLoaded: {
            name: string;
            /** Format: int64 */
            frame: number;
            game?: components["schemas"]["GameDescription"];
        };
        SaveDescription: {
            path?: string | null;
            writable?: boolean | null;
            problem?: string | null;
        };
        ScreenRequest: {
            /** Format: int32 */
            scale?: number | null;
            /** Format: int32 */
            width?: number | null;
            /** Format: int32 */
            height?: number | null;
            gray?: boolean | null;
            format?: string | null;
        };
        ScreenTaken: {
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            height: number;
            gray: boolean;
            /** Format: byte */
            png?: string | null;
            /** Format: byte */
            raw?: string | null;
        };
        ScriptDescription: {
            version: string;
            /** Format: int32 */
            protocol: number;
            instance: string;
            mgba: string;
            /** Format: int64 */
            memoryBytes: number;
            /** Format: int64 */
            commands: number;
            /** Format: int64 */
            cancelled: number;
            capabilities: string[];
        };
        SequenceCancelled: {
            /** Format: int64 */
            id: number;
            state: string;
            /** Format: int32 */
            framesPlayed: number;
            /** Format: int64 */
            frame: number;
        };
        SequenceFinished: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            pressedAt: number;
            /** Format: int64 */
            releasedAt: number;
            /** Format: int64 */
            frame: number;
            /** Format: int32 */
            frames: number;
        };
        SequenceNow: {
            /** Format: int64 */
            id: number;
            state: string;
            /** Format: int32 */
            framesPlayed: number;
            /** Format: int32 */
            frames: number;
            /** Format: int64 */
            pressedAt?: number | null;
            /** Format: int64 */
            releasedAt?: number | null;
            /** Format: int64 */
            frame: number;
        };
        SequenceStep: {
            buttons?: string[] | null;
            /** Format: int32 */
            hold?: number | null;
            /** Format: int32 */
            release?: number | null;
            /** Format: int32 */
            wait?: number | null;
            /** Format: int32 */
            at?: number | null;
        };
        SequenceToPlay: {
            steps?: components["schemas"]["SequenceStep"][] | null;
            /** Format: int32 */
            repeat?: number | null;
            wait?: boolean | null;
        };
        SlotResponse: {
            /** Format: int32 */
            slot: number;
            /** Format: int64 */
            frame: number;
        };
        SpeedResponse: {
            /** Format: double */
            speed: number;
            /** Format: int64 */
            frame: number;
        };
        SpeedSetting: {
            /** Format: double */
            speed?: number | null;
        };
        StateChoice: {
            name?: string | null;
            emulator?: string | null;
        };
        StateList: {
            states: components["schemas"]["StoredState"][];
        };
        StateLoaded: {
            name: string;
            /** Format: int64 */
            frame: number;
        };
        StateSaved: {
            name: string;
            /** Format: int64 */
            size: number;
            /** Format: date-time */
            savedAt: string;
            /** Format: int64 */
            frame?: number | null;
        };
        StepManyRequest: {
            emulators?: string[] | null;
            /** Format: int32 */
            frames?: number | null;
            buttons?: string[][] | null;
            leases?: string[] | null;
            states?: string[] | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            draw?: boolean | null;
            screen?: components["schemas"]["ScreenRequest"];
        };
        StepManyResponse: {
            results: components["schemas"]["StepManyResult"][];
        };
        StepManyResult: {
            emulator: string;
            /** Format: int64 */
            frame?: number | null;
            values?: components["schemas"]["PlaceRead"][] | null;
            screen?: components["schemas"]["ScreenTaken"];
            problem?: components["schemas"]["StepProblem"];
        };
        StepProblem: {
            type: string;
            title: string;
            /** Format: int32 */
            status: number;
            detail: string;
        };
        StepRequest: {
            /** Format: int32 */
            frames?: number | null;
            buttons?: string[] | null;
            lease?: string | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            draw?: boolean | null;
            screen?: components["schemas"]["ScreenRequest"];
        };
        StepResponse: {
            /** Format: int64 */
            frame: number;
            values?: components["schemas"]["PlaceRead"][] | null;
            screen?: components["schemas"]["ScreenTaken"];
        };
        StoredState: {
            name: string;
            /** Format: int64 */
            size: number;
            /** Format: date-time */
            savedAt: string;
        };
        WaitCondition: {
            address?: string | null;
            type?: string | null;
            domain?: string | null;
            is?: string | null;
            /** Format: int64 */
            value?: number | null;
            screen?: string | null;
        };
        WaitRequest: {
            /** Format: int32 */
            frames?: number | null;
            until?: components["schemas"]["WaitCondition"];
            /** Format: int32 */
            timeoutFrames?: number | null;
        };
        WaitResponse: {
            /** Format: int64 */
            frame: number;
            met?: boolean | null;
            /** Format: int32 */
            waited: number;
            /** Format: int64 */
            value?: number | null;
            address?: string | null;
        };
        WatchDescription: {
            /** Format: int32 */
            id: number;
            name?: string | null;
            address?: string | null;
            type?: string | null;
            /** Format: int64 */
            value?: number | null;
            /** Format: int32 */
            length?: number | null;
            hex?: string | null;
            domain?: string | null;
            chain?: string | null;
            /** Format: int32 */
            intervalFrames: number;
            temporary?: boolean | null;
            /** Format: int64 */
            frame: number;
        };
        WatchList: {
            watches: components["schemas"]["WatchDescription"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
